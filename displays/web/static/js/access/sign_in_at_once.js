/**
 * Key page of the server's own link: a program that was started on this machine opens it with `#at-once`, and whoever
 * sits there need not press the button. The server never sees what stands behind the #; no other link has this script.
 */

const form = document.querySelector("form.sheet");
if (location.hash === "#at-once" && form instanceof HTMLFormElement) {
  history.replaceState(null, "", location.pathname + location.search); // else the next address would have it too
  form.requestSubmit();
}

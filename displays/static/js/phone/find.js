// Find yourself: the list follows what is typed; whoever was followed before is one tap away.

const { stream } = document.body.dataset;
const field = document.getElementById("q");
const list = document.getElementById("found");
let waiting = 0;

field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(find, 250);
});

async function find() {
  const address = new URL(location.href);
  address.searchParams.set("q", field.value);
  try {
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    list.replaceChildren(...fresh.getElementById("found").childNodes);
    history.replaceState(null, "", address);
  } catch {
    // No line just now: the button asks once more.
  }
}

const last = localStorage.getItem(`player:${stream}`);
if (last !== null && field.value === "" && !document.referrer.includes(`/p/${encodeURIComponent(stream)}/`)) {
  location.replace(`/p/${encodeURIComponent(stream)}/${last}`);
}

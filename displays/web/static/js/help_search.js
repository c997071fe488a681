// Search in the handbook: the server finds, while somebody types.

const PAUSE = 200; // milliseconds without a key
const NO_LINE = 2000; // after which it is tried again

// What is found for what stands in the field, into the element `place`. Without a line what was found stays; it is
// asked for again.
/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} place
 */
export function searchWhileTyping(field, place) {
  const { action: address, target } = /** @type {HTMLFormElement} */ (field.form);
  let waiting = 0;
  let questions = 0; // that were asked

  /** @param {number} pause */
  function askAfter(pause) {
    clearTimeout(waiting);
    waiting = setTimeout(ask, pause);
  }

  async function ask() {
    questions += 1;
    const question = questions;
    if (field.value.trim() === "") {
      place.replaceChildren();
      return;
    }
    try {
      const answer = await fetch(`${address}?${new URLSearchParams({ q: field.value })}`, {
        headers: { accept: "text/html" },
      });
      const text = await answer.text();
      if (!answer.ok || question !== questions) return; // on a slow line the answers come in any order
      const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("found");
      if (fresh === null) return;
      for (const link of fresh.querySelectorAll("a")) link.target = target; // where the search itself leads
      place.replaceChildren(...fresh.childNodes);
    } catch {
      if (question === questions) askAfter(NO_LINE);
    }
  }

  field.addEventListener("input", () => askAfter(PAUSE));
}

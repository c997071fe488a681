// A new festival: its address follows its name until somebody writes another.

import { write } from "../api.js";
import { byId } from "../dom.js";
import { submit } from "./page/forms.js";
import { proposedIdOf } from "./page/proposed_id.js";

const form = /** @type {any} */ (byId("festival-form"));
const field = (name) => form.elements.namedItem(name);
let isOwn = false; // the address was written by hand

field("id").addEventListener("input", () => (isOwn = field("id").value !== ""));
field("name").addEventListener("input", () => {
  if (!isOwn) field("id").value = proposedIdOf(field("name").value, "event");
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const texts = ["name", "place", "starts", "ends", "arbiter"].map((name) => [name, field(name).value.trim()]);
  const details = { ...Object.fromEntries(texts), is_private: field("is_private").checked };
  const id = field("id").value.trim() || proposedIdOf(field("name").value, "event");
  const language = document.documentElement.lang;
  const fieldOf = ({ code }) => (/stream|exists/.test(code) ? "id" : "");
  if (await submit(form, () => write("POST", "/api/f", { id, details, language }), fieldOf))
    location.assign(`/console/${encodeURIComponent(id)}`);
});

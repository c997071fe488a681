// A new festival: its address follows its name until somebody writes another.

import { write } from "../api.js";
import { byId } from "../dom.js";
import { plain } from "./page/filter_rows.js";
import { submit } from "./page/forms.js";

const form = /** @type {any} */ (byId("festival-form"));
const field = (name) => form.elements.namedItem(name);
let isOwn = false; // the address was written by hand

field("id").addEventListener("input", () => (isOwn = field("id").value !== ""));
field("name").addEventListener("input", () => {
  if (isOwn) return;
  const words = plain(field("name").value).replace(/[^a-z0-9]+/g, "-");
  field("id").value = words.replace(/^-+|-+$/g, "").slice(0, 60);
});
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const texts = ["name", "place", "starts", "ends", "arbiter"].map((name) => [name, field(name).value.trim()]);
  const details = { ...Object.fromEntries(texts), is_private: field("is_private").checked };
  const id = field("id").value.trim();
  const language = document.documentElement.lang;
  const fieldOf = ({ code }) => (/stream|exists/.test(code) ? "id" : "");
  if (await submit(form, () => write("POST", "/api/f", { id, details, language }), fieldOf))
    location.assign(`/console/${encodeURIComponent(id)}`);
});

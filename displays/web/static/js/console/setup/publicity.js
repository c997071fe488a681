// What of the players everybody may know: ticked, and saved at once.

import { write } from "../../api.js";
import { word } from "../../words.js";
import { submit } from "../page/forms.js";
import { tell } from "../page/notices.js";

const form = document.getElementById("publicity");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const fields = [...form.querySelectorAll("input:checked")].map((box) => /** @type {HTMLInputElement} */ (box).name);
  const { api } = document.documentElement.dataset;
  const send = () => write("PUT", `${api}/public-fields`, { fields });
  if (await submit(/** @type {HTMLFormElement} */ (form), send, () => "")) tell(word("saved"));
});

// Tie-break values that were worked out elsewhere: typed or pasted, a player a line.

import { write } from "../../api.js";
import { byId, controlById } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { clearAt, showAt, submit } from "../page/forms.js";
import { tellNext } from "../page/notices.js";
import { playerOf } from "../page/typed_numbers.js";

const { api } = pageData("ties");
const LINE = /^(\d{1,5})(?:[\s;:=]+(\S+))?$/;

// {"12": "7.5"}; null with the error at the field.
function values() {
  const field = controlById("external-lines");
  clearAt(field);
  /** @type {Record<string, string>} */
  const found = {};
  for (const text of field.value.split("\n").map((line) => line.trim())) {
    if (text === "") continue;
    const line = LINE.exec(text);
    if (line === null) {
      showAt(field, word("external-wrong-line", { text }));
      return null;
    }
    found[String(playerOf(Number(line[1])))] = line[2] ?? "";
  }
  return found;
}

byId("external-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const given = values();
  if (given === null) return;
  const form = /** @type {HTMLFormElement} */ (event.target);
  const isWritten = await submit(
    form,
    () => write("PUT", `${api}/external-values`, { values: given }),
    () => "lines",
  );
  if (!isWritten) return;
  tellNext(word("external-saved"));
  location.reload();
});

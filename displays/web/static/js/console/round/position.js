// The position of a round of Chess960: drawn here, or typed as it was drawn before the public.

import { newKey, write } from "../../api.js";
import { byId, controlById } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { submit } from "../page/forms.js";
import { askReason } from "../page/question.js";
import { tellProblem } from "../page/notices.js";
import { numberOf } from "../players/player_form.js";

const { address, isDrawn } = pageData("position-data");

// Of one that stands a reason is asked for: nobody draws until they like it.
async function draw(body) {
  const reason = isDrawn ? await askReason(word("position-why-again"), { act: word("position-draw-again") }) : "";
  if (reason === null) return;
  await write("POST", address, { ...body, reason });
  location.reload();
}

byId("position-draw")?.addEventListener("click", () => draw({ seed: newKey(8) }).catch(tellProblem));
byId("position-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const number = controlById("position-number");
  submit(
    /** @type {HTMLFormElement} */ (event.target),
    () => draw({ number: numberOf(number.value) }),
    () => "number",
  );
});

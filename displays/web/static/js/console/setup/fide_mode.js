// Leaving FIDE mode: the reason, then what the server wants confirmed.

import { write } from "../../api.js";
import { word } from "../../words.js";
import { tellProblem } from "../page/notices.js";
import { askReason } from "../page/question.js";

const button = document.getElementById("leave-fide-mode");

export function setUpLeaving() {
  button?.addEventListener("click", async () => {
    const reason = await askReason(word("why-leave"), { act: word("leave-act"), danger: true });
    if (reason === null) return;
    try {
      await write("DELETE", `${document.documentElement.dataset.api}/fide-mode`, { reason });
      location.reload();
    } catch (error) {
      tellProblem(error);
    }
  });
}

// Open games: the day on which each is played.

import { write } from "../api.js";
import { pageData, word } from "../words.js";
import { submit } from "./page/forms.js";
import { tellNext } from "./page/notices.js";

const { api } = pageData("open-games");

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.board === undefined) return;
  event.preventDefault();
  const { round, board } = form.dataset;
  const until = String(new FormData(form).get("until"));
  const command = {
    do: "postpone-game",
    round: Number(round),
    board: Number(board),
    until,
  };
  if (
    !(await submit(
      form,
      () => write("POST", `${api}/commands`, command),
      () => "until",
    ))
  )
    return;
  tellNext(word("day-set", { board, round }));
  location.reload();
});

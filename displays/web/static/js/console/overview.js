// The overview follows the desk; its one act is to finish the tournament.

import { write } from "../api.js";
import { closest } from "../dom.js";
import { onDesk } from "./page/desk.js";
import { tellProblem } from "./page/notices.js";
import { refresh } from "./page/refresh_parts.js";
import { noticeRatings } from "./players/rating_notice.js";

const { stream, version } = document.documentElement.dataset;
const dialog = document.getElementById("finish-dialog");

document.addEventListener("click", (event) => {
  if (closest(event, "#finish") !== null) dialog.showModal();
});

dialog?.addEventListener("close", async () => {
  if (dialog.returnValue !== "finish") return;
  try {
    await write("POST", `/api/t/${encodeURIComponent(stream)}/commands`, { do: "finish-tournament" });
    await refresh("overview", "chips");
  } catch (problem) {
    tellProblem(problem);
  }
});

onDesk((state, frame) => {
  if (frame.version > Number(document.documentElement.dataset.version ?? version)) refresh("overview", "chips");
});

noticeRatings();

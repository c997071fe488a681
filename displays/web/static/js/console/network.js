// The page that lets phones in: whether one has come through, and at which addresses the server listens, changes while
// somebody looks. The list of what to look at unfolds when nobody has come for a while.

import { onRefresh, refresh } from "./page/refresh_parts.js";

const EVERY = 2000; // milliseconds

onRefresh(unfold);
unfold();
setInterval(() => {
  if (!document.hidden) refresh("network-state", "checklist");
}, EVERY);

function unfold() {
  const isAwaited = document.querySelector("#network-state [data-awaited]") !== null;
  if (isAwaited) document.getElementById("checklist-box")?.setAttribute("open", "");
}

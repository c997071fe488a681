// The page of the two servers, or of a cluster: how far the copies are changes while somebody looks.

import { refresh } from "./page/refresh_parts.js";

const EVERY = 2000; // milliseconds

setInterval(() => {
  if (!document.hidden) refresh("pair-notes", "cluster-state");
}, EVERY);

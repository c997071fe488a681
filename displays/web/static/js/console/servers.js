// The page of the two servers: how far the copy is changes while somebody looks.

import { refresh } from "./page/refresh_parts.js";

const EVERY = 2000; // milliseconds

setInterval(() => {
  if (!document.hidden) refresh("pair-notes");
}, EVERY);

// Asks, before ratings are compared, whether there are newer rating lists. Those are loaded first.

import { read, write } from "../../api.js";
import { byId } from "../../dom.js";
import { tellProblem } from "../page/notices.js";

const CURRENCY = "/api/ratings/currency";
const BETWEEN = 1000; // milliseconds between two looks how far it is

const line = byId("currency");

async function askFirst() {
  let found = await write("POST", CURRENCY);
  while (found.is_busy) {
    await new Promise((done) => setTimeout(done, BETWEEN));
    found = await read(CURRENCY);
  }
  if (found.loaded_at !== line.dataset.loaded) return location.reload(); // compared with what has come
  line.textContent = found.sentence;
  byId("compared").hidden = false;
}

if (line.dataset.ask !== undefined)
  askFirst().catch((problem) => {
    byId("compared").hidden = false;
    tellProblem(problem);
  });

// The list of tournaments: search, times in the reader's zone.

import { filterRows } from "./filter.js";
import { localTimes } from "./times.js";

const search = document.getElementById("search");
if (search !== null) {
  const rows = () => [...document.querySelectorAll("#events tbody tr")];
  filterRows(search, rows, (shown) => (document.getElementById("nothing-found").hidden = shown > 0));
  search.focus();
}
localTimes();

// The list of tournaments: search.

import { byId } from "../dom.js";
import { filterRows } from "./page/filter_rows.js";

const search = document.getElementById("search");
if (search !== null) {
  const rows = () => [...document.querySelectorAll("#events tbody tr")];
  filterRows(search, rows, (shown) => (byId("nothing-found").hidden = shown > 0));
  search.focus();
}

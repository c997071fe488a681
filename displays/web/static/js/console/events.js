// The list of tournaments: a short one is searched while somebody types; a long one by the server, with Enter.

import { byId } from "../dom.js";
import { filterRows } from "./page/filter_rows.js";

const search = document.getElementById("search");
if (search !== null) {
  if ("filters" in search.dataset && document.getElementById("events") !== null) {
    const rows = () => [...document.querySelectorAll("#events tbody tr, .festivals li")];
    filterRows(search, rows, (shown) => (byId("nothing-found").hidden = shown > 0));
  }
  search.focus();
}

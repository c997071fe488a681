// Sorts the rows of a table by the column whose head is pressed; a second press turns it round.

export function sortable(table) {
  if (table === null) return;
  for (const button of table.querySelectorAll("th button[data-sort]")) {
    button.addEventListener("click", () => sortBy(table, button.closest("th")));
  }
}

function sortBy(table, head) {
  const direction = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
  for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", direction);
  const column = [...head.parentElement.children].indexOf(head);
  const isNumber = head.classList.contains("number");
  const body = table.tBodies[0];
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });
  const keyed = [...body.rows].map((row) => ({ row, key: row.cells[column].textContent.trim() }));
  const sign = direction === "ascending" ? 1 : -1;
  keyed.sort((one, other) => compare(one.key, other.key));
  body.replaceChildren(...keyed.map(({ row }) => row));

  // What is empty comes last, whichever way round.
  function compare(one, other) {
    if (one === "" || other === "") return (one === "") - (other === "");
    return sign * (isNumber ? Number(one) - Number(other) : collator.compare(one, other));
  }
}

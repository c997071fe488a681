// Entry fees: tariffs as lines of text, who has paid with one press.

import { write } from "../../api.js";
import { byId, closest, controlById, element } from "../../dom.js";
import { pageData, word } from "../../words.js";
import { onDesk } from "../page/desk.js";
import { plain } from "../page/filter_rows.js";
import { showAt, submit } from "../page/forms.js";
import { tell, tellProblem } from "../page/notices.js";
import { ask } from "../page/question.js";
import { onRefresh, refresh } from "../page/refresh_parts.js";
import { amountOf } from "./amount.js";

const { api } = pageData("fee-facts");
const reload = () => refresh("payers");

// "Youth 12.50" on each line. Null, and told at the field: one of them is none.
/** @param {string} text */
function tariffsOf(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const found = [];
  for (const [index, line] of lines.entries()) {
    if (line === "") continue;
    const parts = /^(.*\S)[\s=:]+(\S+)$/.exec(line);
    const amount = parts === null ? null : amountOf(parts[2]);
    if (parts === null || amount === null) {
      showAt(controlById("fees-tariffs"), word("tariffs-wrong", { line: index + 1 }));
      return null;
    }
    found.push({ name: parts[1].replace(/[\s=:]+$/, ""), amount });
  }
  return found;
}

/** @param {HTMLFormElement} form */
async function save(form) {
  const tariffs = tariffsOf(controlById("fees-tariffs").value);
  if (tariffs === null) return;
  const currency = controlById("fees-currency").value;
  const send = () => write("PUT", `${api}/fees`, { currency, tariffs });
  if (!(await submit(form, send, ({ code }) => (code === "not-a-currency" ? "currency" : "tariffs")))) return;
  tell(word("saved"));
  await reload();
}

/**
 * @param {string} method
 * @param {string} address
 * @param {object} [body]
 */
async function record(method, address, body = {}) {
  try {
    await write(method, `${api}/players/${address}`, body);
  } catch (problem) {
    tellProblem(problem);
  }
  await reload();
}

/** @param {HTMLElement} button */
async function askAmount(button) {
  const number = button.dataset.other;
  const name = button.closest("tr")?.dataset.name ?? "";
  const error = element("p", { class: "field-error", id: "amount-error", role: "alert" });
  const input = element("input", { id: "amount", type: "text", inputmode: "decimal", "aria-describedby": error.id });
  const field = element("div", { class: "field" }, element("label", { for: "amount" }, word("amount")), input, error);
  const check = () => {
    if (amountOf(input.value) !== null) return true;
    showAt(input, word("amount-wrong"));
    return false;
  };
  if ((await ask(word("other-of", { name }), { details: [field], act: word("save"), check })) === null) return;
  await record("PUT", `${number}/payment`, { amount: amountOf(input.value) });
}

function draw() {
  const table = document.getElementById("fee-table");
  if (table === null) return;
  const search = plain(controlById("search").value);
  const onlyDue = controlById("only-due").checked;
  const rows = /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("tbody tr"));
  for (const row of rows)
    row.hidden = (onlyDue && row.dataset.due === undefined) || !plain(row.dataset.name ?? "").includes(search);
  byId("nothing-found").hidden = [...rows].some((row) => !row.hidden);
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id !== "fees-form") return;
  event.preventDefault();
  save(form);
});
document.addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (closest(event, "[data-pay], [data-unpay], [data-other]"));
  if (button?.dataset.pay) record("PUT", `${button.dataset.pay}/payment`);
  else if (button?.dataset.unpay) record("DELETE", `${button.dataset.unpay}/payment`);
  else if (button?.dataset.other) askAmount(button);
});
document.addEventListener("change", (event) => {
  const select = /** @type {HTMLSelectElement} */ (event.target);
  if (select.dataset?.tariff) record("PUT", `${select.dataset.tariff}/tariff`, { tariff: select.value });
  if (select.id === "only-due") draw();
});
document.addEventListener("input", (event) => {
  if (/** @type {HTMLElement} */ (event.target).id === "search") draw();
});
onRefresh(draw);
onDesk((state, frame) => {
  if (frame.version > Number(document.documentElement.dataset.version)) reload();
});
draw();

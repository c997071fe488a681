// A pasted list or a file: looked at first, columns named, lines ticked, all that is wrong or adjusted told; then
// registered as it is shown.

import { write } from "../../api.js";
import { byId, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { submit } from "../page/forms.js";
import { countNotWanted, drawRows } from "./import_rows.js";
import { tell, tellProblem } from "../page/notices.js";

export function setUpImport(base, reload) {
  return new ImportForm(base, reload);
}

class ImportForm {
  constructor(base, reload) {
    this.base = base;
    this.reload = reload;
    this.form = /** @type {HTMLFormElement} */ (byId("import-form"));
    /** @type {any} */
    this.source = null; // {text} or {file}
    /** @type {(string | null)[] | null} */
    this.columns = null; // as somebody chose them; null: as they look
    /** @type {Map<number, boolean>} */
    this.decisions = new Map(); // line → whether somebody wants it
    /** @type {any} */
    this.seen = null; // the last answer
    this.looks = 0; // asked for: only the answer to the last one is shown
    /** @type {{named: string, cells: HTMLElement[]}} */
    this.heads = { named: "", cells: [] }; // above the columns
    byId("open-import").addEventListener("click", () => this.toggle());
    byId("import-cancel").addEventListener("click", () => this.close());
    byId("import-go").addEventListener("click", () => this.register());
    this.form.addEventListener("submit", (event) => this.begin(event));
    byId("import-file").addEventListener("change", () => this.form.requestSubmit());
    byId("import-separator").addEventListener("change", () => this.readDifferently());
    byId("import-header").addEventListener("change", () => this.lookAgain());
  }

  toggle() {
    byId("import").hidden = !byId("import").hidden;
    if (!byId("import").hidden) byId("import-text").focus();
  }

  // What was chosen for the columns stays as long as the list has the same ones.
  async begin(event) {
    event.preventDefault();
    const [columns, titles] = [this.columns, titlesOf(this.seen)];
    await submit(this.form, async () => {
      this.source = await readSource(this.form);
      this.columns = null;
      this.decisions.clear();
      await this.look(this.source);
      byId("import-preview").scrollIntoView({ block: "start" }); // below the field it would not be seen on a laptop
      if (columns === null || titles !== titlesOf(this.seen)) return;
      this.columns = columns;
      await this.look(this.settings());
    });
  }

  readDifferently() {
    this.columns = null;
    this.decisions.clear();
    this.lookAgain();
  }

  settings() {
    const [wanted, unwanted] = [true, false].map((is) => [...this.decisions].filter(([, one]) => one === is));
    return {
      ...this.source,
      columns: this.columns,
      leave_out: unwanted.map(([line]) => line),
      namesakes: wanted.map(([line]) => line),
      ...layoutChosen(),
    };
  }

  // Until it has come nothing can be registered: what is seen is not what would be.
  async look(how) {
    this.looks += 1;
    const turn = this.looks;
    controlById("import-go").disabled = true;
    try {
      const seen = await write("POST", `${this.base}/players/preview`, how);
      if (turn === this.looks) this.show(seen);
    } catch (problem) {
      if (turn === this.looks) throw problem;
    }
  }

  async lookAgain() {
    try {
      await this.look(this.settings());
    } catch (problem) {
      tellProblem(problem);
    }
  }

  choose(line, isWanted) {
    this.decisions.set(line, isWanted);
    this.lookAgain();
  }

  // Exactly what is ticked. The columns go as they are shown, so that none is read that was left out.
  async register() {
    controlById("import-go").disabled = true;
    const out = this.seen.lines.filter(({ is_wanted }) => !is_wanted).map(({ line }) => line);
    const body = { ...this.settings(), columns: fieldsOf(this.seen), leave_out: out };
    try {
      const { version, records, adjusted } = await write("POST", `${this.base}/players/import`, body);
      const left = out.length ? word("imported-without", { count: out.length }) : "";
      const alike = adjusted.length ? word("imported-alike", { count: adjusted.length }) : "";
      const done = word("imported", { count: records?.length ?? 0, version, left, alike });
      tell(done);
      this.close();
      this.reload();
    } catch (problem) {
      tellProblem(problem);
      controlById("import-go").disabled = false;
    }
  }

  close() {
    byId("import").hidden = true;
    byId("import-preview").hidden = true;
    this.form.reset();
    [this.source, this.columns, this.seen] = [null, null, null];
    this.decisions.clear();
    this.looks += 1; // what is still under way is for nobody
  }

  show(seen) {
    this.seen = seen;
    byId("import-preview").hidden = false;
    controlById("import-separator").value = seen.separator;
    controlById("import-header").checked = seen.has_header;
    byId("import-encoding").textContent = word("import-read-as", { encoding: seen.encoding });
    drawRows(seen, this.headsOf(seen), (line, isWanted) => this.choose(line, isWanted));
    drawReport(seen);
    const stops = whatStops(seen);
    controlById("import-go").disabled = stops !== "";
    byId("import-go").textContent = word("import-go", { count: seen.good });
    byId("import-summary").textContent = summary(seen);
    byId("import-refusal").textContent = stops;
    byId("import-refusal").hidden = stops === "";
  }

  // The same as long as the columns are: whoever is choosing is not disturbed by what comes in.
  headsOf({ columns: titled, fields }) {
    const named = JSON.stringify([titled.map(({ title }) => title), fields]);
    if (named !== this.heads.named) {
      const cells = titled.map(({ title }, place) =>
        element("th", { scope: "col" }, title || "–", this.chooser(title, fields, place)),
      );
      this.heads = { named, cells };
    }
    for (const [place, cell] of this.heads.cells.entries()) {
      cell.querySelector("select").value = titled[place].field ?? "";
    }
    return this.heads.cells;
  }

  chooser(title, fields, place) {
    const names = [...fields].map((field) => element("option", { value: field }, word(`column-${field}`)));
    const label = word("column-is", { column: title || place + 1 });
    const left = element("option", { value: "" }, word("column-left-out"));
    const select = element("select", { "aria-label": label }, left, names);
    select.addEventListener("change", () => {
      // What was chosen for others may not have been seen yet.
      this.columns = [...(this.columns ?? fieldsOf(this.seen))];
      this.columns[place] = select.value || null;
      this.lookAgain();
    });
    return select;
  }
}

// How the lines are cut into fields.
function layoutChosen() {
  return { separator: controlById("import-separator").value, has_header: controlById("import-header").checked };
}

function fieldsOf({ columns }) {
  return columns.map(({ field }) => field ?? null);
}

function titlesOf(seen) {
  return seen === null ? "" : JSON.stringify(seen.columns.map(({ title }) => title));
}

// Why nothing can be registered; "" if something can. (What is wrong with a line stands there, and stops only that.)
function whatStops({ good, refusal, problems }) {
  if (refusal !== null) return refusal.sentence;
  const whole = problems.find(({ code }) => code === "csv-no-name-column");
  if (whole) return whole.sentence;
  return good === 0 ? word("import-nobody") : "";
}

function summary(seen) {
  const { doubles, wrong } = countNotWanted(seen);
  const parts = [
    word("import-summary", { rows: seen.rows, good: seen.good }),
    wrong ? word("import-wrong", { count: wrong }) : "",
    doubles ? word("import-doubles", { count: doubles }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

function drawReport({ adjusted, skipped, above, left_out, numbers_taken }) {
  const lines = (texts) =>
    element(
      "ul",
      {},
      texts.map((text) => element("li", {}, text)),
    );
  const part = (css, title, texts, open) =>
    texts.length
      ? element("details", { class: css, open }, element("summary", {}, `${title} (${texts.length})`), lines(texts))
      : null;
  const asWritten = above.map(({ line, cells }) => `${word("line-of", { line })}: ${cells.filter(Boolean).join(" ")}`);
  byId("import-report").replaceChildren(
    ...[
      numbers_taken ? element("div", { class: "notice" }, element("span", {}, word("import-numbers-taken"))) : null,
      part(
        "unread",
        word("import-left-out"),
        left_out.map(({ column, title, example }) => word("column-not-read", { column: title || column, example })),
        true,
      ),
      part("above", word("import-above"), asWritten, true),
      part(
        "adjusted",
        word("import-adjusted"),
        adjusted.map(({ sentence }) => sentence),
        false,
      ),
      part(
        "skipped",
        word("import-skipped"),
        skipped.map((line) => word("line-of", { line })),
        false,
      ),
    ].filter((node) => node !== null),
  );
}

// The file as base64 (its encoding is found out by the server), or the text.
async function readSource(form) {
  const [file] = form.elements.namedItem("file").files;
  if (file === undefined) return { text: form.elements.namedItem("text").value };
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return { file: btoa(binary) };
}

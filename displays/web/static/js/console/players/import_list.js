// A pasted list or a file: looked at first, columns named, lines ticked, all that is wrong or adjusted told; then
// registered as it is shown.

import { write } from "../../api.js";
import { byId, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { submit } from "../page/forms.js";
import { onKey } from "../page/shortcuts.js";
import { rememberedFields, rememberFields } from "./column_memory.js";
import { onDrop, readSource } from "./import_source.js";
import { countNotWanted, drawRows, mergeableLines } from "./import_rows.js";
import { drawReport, findUnusual } from "./import_report.js";
import { listsOf, takeBackLists } from "./registered_lists.js";
import { drawSections, sectionsChosen } from "./import_sections.js";
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
    /** @type {Set<number>} */
    this.merged = new Set(); // lines that only complete who is there
    this.isRemembered = false; // the columns are as they were chosen for such a list before
    this.isLookedUp = false; // in the rating lists
    /** @type {any} */
    this.seen = null; // the last answer
    this.looks = 0; // asked for: only the answer to the last one is shown
    /** @type {{named: string, cells: HTMLElement[]}} */
    this.heads = { named: "", cells: [] }; // above the columns
    byId("open-import").addEventListener("click", () => this.toggle());
    onKey("i", word("import-list"), () => this.toggle());
    byId("import-cancel").addEventListener("click", () => this.close());
    byId("import-go").addEventListener("click", () => this.register());
    this.form.addEventListener("submit", (event) => this.begin(event));
    byId("import-file").addEventListener("change", () => this.form.requestSubmit());
    for (const id of ["import-separator", "import-encoding", "import-table"])
      byId(id).addEventListener("change", () => this.readDifferently());
    byId("import-merge").addEventListener("click", () => this.merge(mergeableLines(this.seen)));
    byId("import-look-up").addEventListener("click", () => this.lookUp());
    byId("import-forget").addEventListener("click", () => this.forgetColumns());
    onDrop(byId("import"), controlById("import-file"));
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
      this.forgetDecisions();
      await this.look(this.source);
      byId("import-preview").scrollIntoView({ block: "start" }); // below the field it would not be seen on a laptop
      const isSame = columns !== null && titles === titlesOf(this.seen);
      this.columns = isSame ? columns : rememberedFields(this.seen);
      this.isRemembered = !isSame && this.columns !== null;
      if (this.isRemembered) controlById("import-header").checked = true;
      if (this.columns !== null) await this.look(this.settings());
    });
  }

  forgetDecisions() {
    this.columns = null;
    this.isRemembered = false;
    this.decisions.clear();
    this.merged.clear();
  }

  readDifferently() {
    this.forgetDecisions();
    this.lookAgain();
  }

  forgetColumns() {
    [this.columns, this.isRemembered] = [null, false];
    this.lookAgain();
  }

  lookUp() {
    this.isLookedUp = !this.isLookedUp;
    this.lookAgain();
  }

  // Lines that are in it already come out again.
  merge(lines) {
    const isOn = lines.some((line) => !this.merged.has(line));
    for (const line of lines) {
      if (isOn) this.merged.add(line);
      else this.merged.delete(line);
    }
    this.lookAgain();
  }

  settings() {
    const [wanted, unwanted] = [true, false].map((is) => [...this.decisions].filter(([, one]) => one === is));
    return {
      ...this.source,
      columns: this.columns,
      leave_out: unwanted.map(([line]) => line),
      namesakes: wanted.map(([line]) => line),
      merge: [...this.merged],
      look_up: this.isLookedUp,
      ...sectionsChosen(this.seen),
      ...layoutChosen(this.seen),
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
    this.merged.delete(line);
    this.lookAgain();
  }

  // Exactly what is ticked. The columns go as they are shown, so that none is read that was left out.
  async register() {
    controlById("import-go").disabled = true;
    const out = this.seen.lines.filter((line) => !line.is_wanted && !line.is_merged).map(({ line }) => line);
    const body = { ...this.settings(), columns: fieldsOf(this.seen), leave_out: out };
    try {
      const answer = await write("POST", `${this.base}/players/import`, body);
      if (this.columns !== null) rememberFields(this.seen, this.columns);
      const lists = listsOf(this.base, answer);
      const undo = lists.length ? () => takeBackLists(lists, this.reload) : null;
      tell(sentenceOf(answer, out.length), { undo });
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
    [this.source, this.seen, this.isLookedUp] = [null, null, false];
    this.forgetDecisions();
    this.looks += 1; // what is still under way is for nobody
  }

  show(seen) {
    this.seen = seen;
    byId("import-preview").hidden = false;
    showLayout(seen);
    drawSections(seen, () => this.lookAgain());
    byId("import-remembered").hidden = !this.isRemembered;
    drawRows(seen, this.headsOf(seen), {
      choose: (line, isWanted) => this.choose(line, isWanted),
      merge: (line) => this.merge([line]),
    });
    drawReport(seen);
    byId("import-look-up").hidden = !seen.has_rating_lists;
    byId("import-look-up").setAttribute("aria-pressed", String(this.isLookedUp));
    const doubles = mergeableLines(seen);
    byId("import-merge").hidden = doubles.length === 0;
    const isOn = doubles.some((line) => !this.merged.has(line));
    byId("import-merge").textContent = word(isOn ? "import-merge" : "import-merge-not", { count: doubles.length });
    byId("import-unrated").hidden = seen.good === 0 || seen.unrated < seen.good;
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
      this.isRemembered = false;
      this.lookAgain();
    });
    return select;
  }
}

// How the file is read and the lines are cut into fields. What is hidden does not belong to this kind of file.
function layoutChosen(seen) {
  const isText = TEXTS.has(seen?.encoding);
  return {
    separator: isText ? controlById("import-separator").value : null,
    encoding: isText ? controlById("import-encoding").value : null,
    table: seen?.tables.length ? controlById("import-table").value : null,
    has_header: controlById("import-header").checked,
  };
}

function showLayout({ separator, has_header, encoding, table, tables }) {
  const isText = TEXTS.has(encoding);
  for (const id of ["import-separator", "import-encoding"]) byId(id).closest(".field").hidden = !isText;
  byId("import-table").closest(".field").hidden = tables.length < 2;
  byId("import-table").replaceChildren(...tables.map((name) => element("option", { value: name }, name)));
  controlById("import-table").value = table;
  if (isText) controlById("import-separator").value = separator;
  if (isText) controlById("import-encoding").value = encoding;
  controlById("import-header").checked = has_header;
}

const TEXTS = new Set(["utf-8", "utf-16", "windows-1252", "windows-1257", "windows-1250", "cp850", "mac-roman"]);

function sentenceOf({ registered, completed, adjusted, version }, out) {
  const left = out ? word("imported-without", { count: out }) : "";
  const unusual = findUnusual(adjusted).length;
  const alike = unusual ? word("imported-alike", { count: unusual }) : "";
  const more = completed ? word("imported-completed", { count: completed }) : "";
  return word("imported", { count: registered, version, left, alike, more });
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
    seen.completed ? word("import-completed", { count: seen.completed }) : "",
    seen.unrated && seen.unrated < seen.good ? word("import-some-unrated", { count: seen.unrated }) : "",
    seen.looked_up ? word("import-looked-up", { found: seen.looked_up.found, unknown: seen.looked_up.unknown }) : "",
    seen.absences ? word("import-absences", { count: seen.absences }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

// A pasted list or a file: looked at first, columns named, all that is wrong or adjusted told; then registered whole.

import { write } from "../../api.js";
import { byId, controlById, element } from "../../dom.js";
import { word } from "../../words.js";
import { submit } from "../page/forms.js";
import { countTwice, drawRows } from "./import_rows.js";
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
    this.columns = null; // as somebody chose them; null: as they look
    this.looks = 0; // asked for: only the answer to the last one is shown
    /** @type {{named: string, cells: HTMLElement[]}} */
    this.heads = { named: "", cells: [] }; // above the columns
    this.fieldsSeen = []; // of the columns, in the last answer
    byId("open-import").addEventListener("click", () => this.toggle());
    byId("import-cancel").addEventListener("click", () => this.close());
    byId("import-go").addEventListener("click", () => this.register());
    this.form.addEventListener("submit", (event) => this.begin(event));
    for (const id of ["import-separator", "import-header"]) {
      byId(id).addEventListener("change", () => this.readDifferently());
    }
  }

  toggle() {
    byId("import").hidden = !byId("import").hidden;
    if (!byId("import").hidden) byId("import-text").focus();
  }

  async begin(event) {
    event.preventDefault();
    await submit(this.form, async () => {
      this.source = await readSource(this.form);
      this.columns = null;
      await this.look({});
    });
  }

  readDifferently() {
    this.columns = null;
    this.lookAgain(layoutChosen());
  }

  settings() {
    return { ...this.source, columns: this.columns, ...layoutChosen() };
  }

  // Until it has come nothing can be registered: what is seen is not what would be.
  async look(how) {
    this.looks += 1;
    const turn = this.looks;
    controlById("import-go").disabled = true;
    try {
      const seen = await write("POST", `${this.base}/players/preview`, { ...this.source, ...how });
      if (turn === this.looks) this.show(seen);
    } catch (problem) {
      if (turn === this.looks) throw problem;
    }
  }

  /** @param {Record<string, any>} how */
  async lookAgain(how = this.settings()) {
    try {
      await this.look(how);
    } catch (problem) {
      tellProblem(problem);
    }
  }

  async register() {
    controlById("import-go").disabled = true;
    try {
      const { version, records, adjusted } = await write("POST", `${this.base}/players/import`, this.settings());
      tell(word("imported", { count: records?.length ?? 0, adjusted: adjusted.length, version }));
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
    this.source = null;
    this.looks += 1; // what is still under way is for nobody
  }

  show(seen) {
    byId("import-preview").hidden = false;
    controlById("import-separator").value = seen.separator;
    controlById("import-header").checked = seen.has_header;
    byId("import-encoding").textContent = word("import-read-as", { encoding: seen.encoding });
    drawRows(seen, this.headsOf(seen));
    drawReport(seen);
    controlById("import-go").disabled = isStopped(seen) || seen.good === 0;
    byId("import-go").textContent = isStopped(seen) ? word("import-go-later") : word("import-go", { count: seen.good });
    byId("import-summary").textContent = summary(seen);
  }

  // The same as long as the columns are: whoever is choosing is not disturbed by what comes in.
  headsOf({ columns: titled, fields }) {
    this.fieldsSeen = titled.map(({ field }) => field ?? null);
    const named = JSON.stringify([titled.map(({ title }) => title), fields]);
    if (named !== this.heads.named) {
      const cells = titled.map(({ title }, place) =>
        element("th", { scope: "col" }, title || "–", this.chooser(title, fields, place)),
      );
      this.heads = { named, cells };
    }
    for (const [place, cell] of this.heads.cells.entries()) {
      cell.querySelector("select").value = this.fieldsSeen[place] ?? "";
    }
    return this.heads.cells;
  }

  chooser(title, fields, place) {
    const names = [...fields].map((field) => element("option", { value: field }, word(`column-${field}`)));
    const label = word("column-is", { column: title || place + 1 });
    const left = element("option", { value: "" }, word("column-left-out"));
    const select = element("select", { "aria-label": label }, left, names);
    select.addEventListener("change", () => {
      this.columns = [...(this.columns ?? this.fieldsSeen)]; // what was chosen for others may not have been seen yet
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

// A list is registered whole or not at all: one bad line stops the good ones too.
function isStopped({ problems, refusal }) {
  return problems.length > 0 || refusal !== null;
}

// Doubles are among the problems; who may be one could still be registered.
function summary(seen) {
  const { doubles, alike } = countTwice(seen);
  const parts = [
    word(isStopped(seen) ? "import-stopped" : "import-summary", {
      rows: seen.rows,
      good: seen.good,
      wrong: seen.problems.length,
    }),
    doubles ? word("import-doubles", { count: doubles }) : "",
    alike ? word("import-alike", { count: alike }) : "",
  ];
  return parts.filter(Boolean).join(" ");
}

function drawReport({ problems, adjusted, suspected, skipped, left_out, refusal }) {
  const alike = suspected.map(({ line, name, other, other_line, player }) =>
    other_line === null || other_line === undefined
      ? word("alike-registered", { line, name, other, player })
      : word("alike-lines", { line, name, other, other_line }),
  );
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
  byId("import-report").replaceChildren(
    ...[
      refusal ? element("div", { class: "notice bad" }, element("span", {}, refusal.sentence)) : null,
      part(
        "wrong",
        word("import-problems"),
        problems.map(({ sentence }) => sentence),
        true,
      ),
      part(
        "unread",
        word("import-left-out"),
        left_out.map(({ column, title, example }) => word("column-not-read", { column: title || column, example })),
        true,
      ),
      part("alike", word("import-suspected"), alike, true),
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

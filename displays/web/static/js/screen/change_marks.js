// What has changed is marked for a while, by the texts of its row: whatever a frame says or forgets to say.

const MARKED_FOR = 25_000; // milliseconds

export class ChangeMarks {
  constructor() {
    /** @type {Map<string, Map<string | number, string>>} */
    this.texts = new Map(); // view → row → its text
    /** @type {Map<string, number>} */
    this.until = new Map(); // view/row → when the mark goes
  }

  // Rows that are other than when they were last noted, or came in between known ones.
  /**
   * @param {View} view
   * @param {number} now
   */
  note(view, now) {
    const known = this.texts.get(view.key);
    const texts = new Map(view.rows.map((row) => [row.key, textOf(row)]));
    if (known !== undefined) {
      for (const [key, text] of texts)
        if (known.get(key) !== text) this.until.set(`${view.key}/${key}`, now + MARKED_FOR);
    }
    this.texts.set(view.key, texts);
  }

  // The view with its marks on.
  /**
   * @param {View} view
   * @param {number} now
   * @returns {View}
   */
  on(view, now) {
    const rows = view.rows.map((row) =>
      (this.until.get(`${view.key}/${row.key}`) ?? 0) > now
        ? { ...row, class: `${row.class ?? ""} fresh`.trim() }
        : row,
    );
    return { ...view, rows };
  }

  // In another language every text is another one.
  forgetTexts() {
    this.texts.clear();
  }
}

// By what a row is known to have changed: its own mark, or all its texts but the arrow, which tells of other rows.
/** @param {Row} row */
function textOf(row) {
  if (row.mark !== undefined) return String(row.mark);
  return row.cells
    .filter((cell) => !(cell.class ?? "").startsWith("move"))
    .map(({ text }) => text)
    .join("\t");
}

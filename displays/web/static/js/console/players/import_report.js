// What is to be said of a list as a whole, before it is registered: what is not read, what is made alike.

import { byId, element } from "../../dom.js";
import { word } from "../../words.js";

// What nearly every list writes so is told in one line each, and of the rest every line.
const USUAL = { "year-from-date": "import-years", "zero-is-none": "import-zeros" };

export function findUnusual(adjusted) {
  return adjusted.filter(({ code }) => !(code in USUAL));
}

function adjustedTexts(adjusted) {
  const usual = Object.entries(USUAL).map(([code, text]) => [text, adjusted.filter((one) => one.code === code).length]);
  return [
    ...usual.filter(([, count]) => count > 0).map(([text, count]) => word(text, { count })),
    ...findUnusual(adjusted).map(({ sentence }) => sentence),
  ];
}

export function drawReport({ adjusted, skipped, repeated, above, left_out, numbers_taken }) {
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
      part("adjusted", word("import-adjusted"), adjustedTexts(adjusted), false),
      part(
        "skipped",
        word("import-skipped"),
        skipped.map((line) => word("line-of", { line })),
        false,
      ),
      part(
        "repeated",
        word("import-repeated"),
        repeated.map((line) => word("line-of", { line })),
        false,
      ),
    ].filter((node) => node !== null),
  );
}

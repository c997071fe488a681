// What is typed on the entry line → a board, a result, both, or what is wrong with it. Pure: it knows no page.
//
// Two ways to type. "board": the number of the board first, then the result: `12 1`, `12=`, or `12` Enter `1` Enter.
// "order": the boards one after the other, only results: `1` Enter `=` Enter; a board out of turn with a space: `12 1`.

const BOARD_THEN_REST = /^(\d+)[\s.,:]+(.*)$/;
const BOARD_AND_SIGN = /^(\d+)(\D.*)$/;
const DIGITS = /^\d+$/;

// understand("12 1", {keys, boards, mode, chosen}) → {board, result, problem, facts}; `chosen`: the board taken before.
export function understand(typed, { keys, boards, mode, chosen }) {
  const text = typed.trim().toLowerCase();
  if (text === "") return { board: chosen, result: null, problem: null };
  const parts = split(text, typed.toLowerCase(), { keys, mode, chosen });
  if (parts.problem !== undefined) return { board: chosen, result: null, ...parts };
  if (parts.board !== null && !boards.has(parts.board)) {
    return { board: null, result: null, problem: "no-such-board", facts: { board: parts.board, boards: boards.size } };
  }
  return { problem: null, ...parts };
}

function split(text, typed, { keys, mode, chosen }) {
  const apart = BOARD_THEN_REST.exec(typed.trimStart());
  if (apart !== null) return withResult(Number(apart[1]), apart[2].trim(), keys);
  if (chosen !== null) return withResult(chosen, text, keys);
  if (mode === "order" && keys[text] !== undefined) return { board: null, result: keys[text] };
  if (DIGITS.test(text)) return { board: Number(text), result: null };
  const joined = BOARD_AND_SIGN.exec(text);
  if (joined !== null && keys[joined[2]] !== undefined) return { board: Number(joined[1]), result: keys[joined[2]] };
  return keys[text] !== undefined ? { problem: "which-board" } : { problem: "not-a-result", facts: { typed: text } };
}

function withResult(board, text, keys) {
  if (text === "") return { board, result: null };
  const result = keys[text];
  if (result !== undefined) return { board, result };
  return { problem: "not-a-result", facts: { typed: text } };
}

// The first board after this one that is still open, from the top again after the last; null when none is.
export function nextOpen(after, open) {
  const sorted = [...open].sort((one, other) => one - other);
  return sorted.find((board) => board > after) ?? sorted[0] ?? null;
}

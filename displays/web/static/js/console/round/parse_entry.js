// What is typed on the entry line → a board, a result, both, or what is wrong with it. Pure: it knows no page.
//
// Two ways to type. "board": the number of the board first, then the result: `12 1`, `12=`, or `12` Enter `1` Enter.
// "order": the boards one after the other, only results: `1` Enter `=` Enter; a board out of turn with a space: `12 1`.

const BOARD_THEN_REST = /^(\d+)[\s.,:]+(.*)$/;
const BOARD_AND_SIGN = /^(\d+)(\D.*)$/;
const DIGITS = /^\d+$/;

// understand("12 1", {keys, boards, mode, chosen}) → {board, result, problem, facts}; `chosen`: the board taken before.
/**
 * @param {string} typed
 * @param {Typing & {boards: Set<number>}} context
 * @returns {Entry}
 */
export function understand(typed, { keys, boards, mode, chosen }) {
  const text = typed.trim().toLowerCase();
  if (text === "") return { board: chosen, result: null, problem: null };
  const parts = split(text, typed.toLowerCase(), { keys, mode, chosen });
  if (parts.problem !== null) return { ...parts, board: chosen };
  if (parts.board !== null && !boards.has(parts.board)) {
    return { board: null, result: null, problem: "no-such-board", facts: { board: parts.board, boards: boards.size } };
  }
  return parts;
}

/**
 * @param {string} text
 * @param {string} typed
 * @param {Typing} context
 * @returns {Entry}
 */
function split(text, typed, { keys, mode, chosen }) {
  const apart = BOARD_THEN_REST.exec(typed.trimStart());
  if (apart !== null) return withResult(Number(apart[1]), apart[2].trim(), keys);
  if (chosen !== null) return withResult(chosen, text, keys);
  if (mode === "order" && keys[text] !== undefined) return { board: null, result: keys[text], problem: null };
  if (DIGITS.test(text)) return { board: Number(text), result: null, problem: null };
  const joined = BOARD_AND_SIGN.exec(text);
  if (joined !== null && keys[joined[2]] !== undefined)
    return { board: Number(joined[1]), result: keys[joined[2]], problem: null };
  if (keys[text] !== undefined) return { board: null, result: null, problem: "which-board" };
  return { board: null, result: null, problem: "not-a-result", facts: { typed: text } };
}

/**
 * @param {number} board
 * @param {string} text
 * @param {Record<string, string>} keys
 * @returns {Entry}
 */
function withResult(board, text, keys) {
  if (text === "") return { board, result: null, problem: null };
  const result = keys[text];
  if (result !== undefined) return { board, result, problem: null };
  return { board: null, result: null, problem: "not-a-result", facts: { typed: text } };
}

// The first board after this one that is still open, from the top again after the last; null when none is.
/**
 * @param {number} after
 * @param {Iterable<number>} open
 */
export function nextOpen(after, open) {
  const sorted = [...open].sort((one, other) => one - other);
  return sorted.find((board) => board > after) ?? sorted[0] ?? null;
}

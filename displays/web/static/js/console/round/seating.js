// A round as it is moved about by hand: boards with two seats each, and who has no game. Pure values; every change
// gives a new seating. A place is {row, side} on a board or {idle} in the list beside them; side 0 is White, 1 is
// Black.

/**
 * @param {Pair[]} boards
 * @param {Sitout[]} sitouts
 * @returns {Seating}
 */
export function seatingOf(boards, sitouts) {
  return {
    boards: boards.map(({ white, black }) => [white, black]),
    idle: sitouts.map(({ player, outcome }) => ({ player, outcome })),
  };
}

/**
 * @param {Seating} seating
 * @param {Place} place
 * @returns {Player}
 */
export function playerAt(seating, place) {
  return !("idle" in place)
    ? (seating.boards[place.row]?.[place.side] ?? null)
    : (seating.idle[place.idle]?.player ?? null);
}

// Exchanges two places. What a round without a game counts as belongs to the place in the list, not to the player.
/**
 * @param {Seating} seating
 * @param {Place} one
 * @param {Place} other
 * @returns {Seating}
 */
export function swap(seating, one, other) {
  const [first, second] = [playerAt(seating, one), playerAt(seating, other)];
  if (first === null && second === null) return seating;
  const next = copy(seating);
  put(next, one, second);
  put(next, other, first);
  return tidy(next);
}

/**
 * @param {Seating} seating
 * @param {number} row
 * @returns {Seating}
 */
export function turnColours(seating, row) {
  const next = copy(seating);
  next.boards[row]?.reverse();
  return next;
}

// Off the board, to the end of the list; the seat stays empty until somebody takes it.
/**
 * @param {Seating} seating
 * @param {Place} place
 * @returns {Seating}
 */
export function sendOut(seating, place) {
  return !("idle" in place) ? swap(seating, place, { idle: seating.idle.length }) : seating;
}

/**
 * @param {Seating} seating
 * @param {number} idle
 * @param {string} outcome
 * @returns {Seating}
 */
export function setOutcome(seating, idle, outcome) {
  const next = copy(seating);
  next.idle[idle].outcome = outcome;
  return next;
}

/**
 * @param {Seating} seating
 * @param {number} row
 * @param {number} by
 * @returns {Seating}
 */
export function moveBoard(seating, row, by) {
  const to = row + by;
  if (to < 0 || to >= seating.boards.length || row >= seating.boards.length) return seating;
  const next = copy(seating);
  const [board] = next.boards.splice(row, 1);
  next.boards.splice(to, 0, board);
  return next;
}

/** @param {Seating} seating */
export function halfEmptyBoards(seating) {
  return seating.boards.flatMap((seats, row) => (seats.includes(null) ? [row + 1] : []));
}

// As the API wants it. Somebody in the list with nothing to count yet is left to the server to ask for.
/** @param {Seating} seating */
export function asRequest(seating) {
  return {
    boards: seating.boards.map(([white, black]) => ({ white, black })),
    sitouts: seating.idle.filter(({ outcome }) => outcome !== "").map(({ player, outcome }) => ({ player, outcome })),
  };
}

// For each board: "same" as the other pairing has it, the same two with other "colours", or "other" opponents.
/**
 * @param {Seating} seating
 * @param {Pair[]} boards
 */
export function compareBoards(seating, boards) {
  const pairs = new Map(
    boards.flatMap(({ white, black }) => [
      [`${white}-${black}`, "same"],
      [`${black}-${white}`, "colours"],
    ]),
  );
  return seating.boards.map(([white, black]) => pairs.get(`${white}-${black}`) ?? "other");
}

/**
 * @param {any} one
 * @param {any} other
 */
export function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * @param {Seating} seating
 * @returns {Seating}
 */
function copy({ boards, idle }) {
  return { boards: boards.map((seats) => [...seats]), idle: idle.map((out) => ({ ...out })) };
}

/**
 * @param {Seating} seating
 * @param {Place} place
 * @param {Player} player
 */
function put(seating, place, player) {
  if ("idle" in place) {
    if (seating.idle[place.idle] === undefined) seating.idle.push({ player, outcome: freeOutcome(seating) });
    else seating.idle[place.idle].player = player;
    return;
  }
  if (seating.boards[place.row] === undefined) seating.boards.push([null, null]);
  seating.boards[Math.min(place.row, seating.boards.length - 1)][place.side] = player;
}

// There is one pairing bye; who else is taken off a board is not in the round, until somebody says what it counts as.
/** @param {Seating} seating */
function freeOutcome(seating) {
  return seating.idle.some(({ outcome }) => outcome === "pairing-bye") ? "zero-bye" : "pairing-bye";
}

// Nobody left on a board: there is no such board. Nobody left in a line of the list: no such line.
/**
 * @param {Seating} seating
 * @returns {Seating}
 */
function tidy(seating) {
  return {
    boards: seating.boards.filter((seats) => seats.some((player) => player !== null)),
    idle: seating.idle.filter(({ player }) => player !== null),
  };
}

// Whom this phone follows in a tournament, from one visit to the next. A phone that keeps nothing is asked each time.

/** @param {string} stream */
const name = (stream) => `player:${stream}`;

/** @param {string} stream */
export function followedPlayer(stream) {
  return useStorage((store) => store.getItem(name(stream)));
}

/**
 * @param {string} stream
 * @param {number} player
 */
export function remember(stream, player) {
  useStorage((store) => store.setItem(name(stream), String(player)));
}

/** @param {string} stream */
export function forget(stream) {
  useStorage((store) => store.removeItem(name(stream)));
}

// Whose own link this phone has come in with: so that a page whose link has ended can say so.

/**
 * @param {string} stream
 * @param {number} player
 */
export function rememberMember(stream, player) {
  useStorage((store) => store.setItem(`member:${stream}/${player}`, "1"));
}

/**
 * @param {string} stream
 * @param {number} player
 */
export function wasMember(stream, player) {
  return useStorage((store) => store.getItem(`member:${stream}/${player}`)) !== null;
}

// Where storage is blocked, even to name it is refused.
/**
 * @template Answer
 * @param {(store: Storage) => Answer} ask
 */
function useStorage(ask) {
  try {
    return ask(localStorage);
  } catch {
    return null;
  }
}

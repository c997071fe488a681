// Whom this phone follows in a tournament, from one visit to the next. A phone that keeps nothing is asked each time.

const name = (stream) => `player:${stream}`;

export function followedPlayer(stream) {
  return useStorage((store) => store.getItem(name(stream)));
}

export function remember(stream, player) {
  useStorage((store) => store.setItem(name(stream), String(player)));
}

export function forget(stream) {
  useStorage((store) => store.removeItem(name(stream)));
}

// Where storage is blocked, even to name it is refused.
function useStorage(ask) {
  try {
    return ask(localStorage);
  } catch {
    return null;
  }
}

// Whom this phone follows in a tournament, from one visit to the next. A phone that keeps nothing is asked each time.

const name = (stream) => `player:${stream}`;

export function followed(stream) {
  return stored((store) => store.getItem(name(stream)));
}

export function remember(stream, player) {
  stored((store) => store.setItem(name(stream), String(player)));
}

export function forget(stream) {
  stored((store) => store.removeItem(name(stream)));
}

// Where storage is blocked, even to name it is refused.
function stored(ask) {
  try {
    return ask(localStorage);
  } catch {
    return null;
  }
}

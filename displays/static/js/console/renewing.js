// A control made anew from what stands, put into the one that somebody may just be using: that one stays, with its focus
// and what was chosen or typed.

// `was`: what an input held before anybody typed.
export function renew(now, then, was = "") {
  if (now instanceof HTMLSelectElement) renewChoice(now, then);
  else if (now.value === was) now.value = then.value;
}

function renewChoice(now, then) {
  const [old, fresh] = [[...now.options], [...then.options]];
  const isSame = old.length === fresh.length && old.every(({ value }, index) => value === fresh[index].value);
  const chosen = now.value;
  if (!isSame) now.replaceChildren(...fresh);
  else for (const [index, option] of old.entries()) if (option.textContent !== fresh[index].textContent) option.textContent = fresh[index].textContent;
  if (!isSame && fresh.some(({ value }) => value === chosen)) now.value = chosen;
}

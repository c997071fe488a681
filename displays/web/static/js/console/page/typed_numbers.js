// Numbers that people type for players: start numbers, where the organiser has these shown, are not the players' own.

import { pageData } from "../../words.js";

// Whom a number means that somebody has typed; one that nobody has stays, and the server says so.
/** @param {number | null} number */
export function playerOf(number) {
  /** @type {Record<string, number> | null} */
  const players = pageData("typed-numbers");
  if (players === null || number === null) return number;
  return players[number] ?? (Object.values(players).includes(number) ? 0 : number);
}

// The other way round: what people know a player by.
/** @param {number} player */
export function numberShown(player) {
  /** @type {Record<string, number>} */
  const players = pageData("typed-numbers") ?? {};
  return Number(Object.keys(players).find((shown) => players[shown] === player) ?? player);
}

// The tables that a screen can show, by view: the topics that each needs, and its table from their states.
//   table(states, scene, room, now) → {title, side, legend, minWidth, heads, rows, range, nothing}, or null while there
//     is nothing yet
//   nothing: what is said in place of a table without rows
//   room: how many letters the glass is wide

import { crosstable } from "./crosstable.js";
import { boards, names } from "./pairings.js";
import { ladder, ladderTopic, standings, standingsTopic } from "./rankings.js";
import { results } from "./results.js";

export const TABLES = {
  boards: { topics: () => ["boards"], table: boards, isPairing: true },
  names: { topics: () => ["names"], table: names, isPairing: true },
  results: { topics: (scene) => (scene.first_board ? ["ticker", "boards"] : ["ticker"]), table: results },
  standings: { topics: (scene) => [standingsTopic(scene), "ranks"], table: standings },
  ladder: { topics: (scene) => [ladderTopic(scene)], table: ladder },
  crosstable: { topics: () => ["crosstable"], table: crosstable },
};

// The tables that a screen can show, by view: the topics that each needs, and its table from their states.
//   table(states, scene, room, now) → {title, side, legends, note, minWidth, heads, rows, range, nothing}, or
//     null while there is nothing yet
//   nothing: what is said in place of a table without rows
//   room: how many letters the glass is wide

import { crosstable } from "./crosstable.js";
import { ladderTable, ladderTableTopic } from "./ladder_table.js";
import { boards, names } from "./pairings.js";
import { ladder, ladderTopic, standings, standingsTopic } from "./rankings.js";
import { results } from "./results.js";
import { startingList, startingListTopic } from "./starting_list.js";
import { factsOf } from "../section_facts.js";

const LADDER = { topics: (scene) => [ladderTopic(scene)], table: ladder };
const STANDINGS = { topics: (scene) => [standingsTopic(scene), "ranks"], table: standings };

export const TABLES = {
  boards: {
    // Of an earlier round or moment there is no such ladder to ask for: its boards stand without places and values.
    topics: (scene) => {
      const { round, version } = scene;
      if (round || version) return ["boards"];
      return ["boards", "schedule", ...(factsOf(scene).isLadder ? ["paired-ladder"] : [])];
    },
    table: boards,
    isPairing: true,
  },
  names: { topics: () => ["names"], table: names, isPairing: true },
  results: { topics: (scene) => (scene.first_board ? ["ticker", "boards"] : ["ticker"]), table: results },
  standings: STANDINGS,
  ladder: LADDER,
  "ladder-table": { topics: (scene) => [ladderTableTopic(scene)], table: ladderTable },
  "starting-list": { topics: (scene) => [startingListTopic(scene)], table: startingList },
  crosstable: { topics: () => ["crosstable"], table: crosstable },
};

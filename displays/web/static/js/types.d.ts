// Types for the check of these modules (tests/js); the browser never reads this file.

// -- what TypeScript cannot know of a page: which elements its template has, and of what kind each is. Ids and selectors
// that are looked up directly give `any`; `byId` and `controlById` of dom.js say what they expect.

interface Document {
  getElementById(id: string): any;
}

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element {
  closest(selectors: string): any;
}

// What the server writes on the root element of a page of a tournament.
interface DOMStringMap {
  stream: string;
  version: string;
  newest: string;
}

// -- what comes over the line (displays/web/live/README.md)

interface Frame {
  topic: string;
  version: number;
  state: any;
}

interface Beat {
  beat: string;
  servers?: string[];
  as_of?: string;
  hall?: string;
}

interface LogName {
  log: string;
  is_same: boolean;
}

interface Refusal {
  code: number;
  reason: string;
}

// -- screens

interface Scene {
  view: string;
  section?: string;
  category?: string;
  period?: number;
  round?: number;
  version?: number;
  seconds?: number;
  rows?: number;
  columns?: number;
  first_board?: number;
  last_board?: number;
  announcement?: number;
  image?: string;
  step?: string;
  top?: number;
  isReplay?: boolean;
}

interface Setting {
  name?: string;
  title?: string;
  scenes: Scene[];
  theme?: string;
  languages?: string[];
  is_steady?: boolean;
  is_overlay?: boolean;
}

interface Round {
  round: number;
  phase: string;
  boards: { board: number; result: string }[];
}

interface Cell {
  text: string | number;
  class?: string;
  width?: number;
}

interface Row {
  key: string | number;
  cells: Cell[];
  class?: string;
  mark?: string | number;
  start?: string;
}

// What a sign in a table means; the class draws it before the text.
interface Legend {
  text: string;
  class?: string;
}

interface View {
  key: string;
  title: string;
  side: string;
  legends?: Legend[];
  note?: string;
  nothing?: string;
  minWidth: number;
  heads: Cell[];
  rows: Row[];
  range: (rows: Row[]) => string;
}

interface RoundClock {
  round: number;
  starts: string;
  ends: string;
}

// -- when rounds begin (ledger/views/schedule.py)

interface ScheduleTime {
  starts: string;
  round?: number;
  section?: string;
  text?: string;
  ends?: string;
  at?: string;
  until?: string;
}

interface RoundTimes {
  zone: string;
  notice: number;
  lines: ScheduleTime[];
  off?: EveningOff[];
}

interface EveningOff {
  day: string;
  rounds: number[];
  moved_to?: string;
  reason?: string;
}

interface PastState {
  state: any;
  isOld: boolean;
  isAsked: boolean;
  isStill: boolean;
}

// -- a player's card (ledger/views/card.py)

interface Person {
  number: number;
  name: string;
  title?: string;
  rating?: number | null;
}

interface CorrectionOfRound {
  version: number;
  at: string;
  reason: string;
  was?: string;
  points?: number;
  colour?: string;
}

interface CardLine {
  round: number;
  outcome: string;
  opponent: Person | null;
  colour: string | null;
  board: number | null;
  points: number;
  total: number;
  place: number;
  is_corrected: boolean;
  corrections: CorrectionOfRound[];
}

interface PlayerCard {
  position: { number: number; pieces: string } | null; // of Chess960
  version: number;
  lines: CardLine[];
  ranked: number;
  score: number;
  place: number;
  ladder_total: { shown: string } | null;
  per_point: number;
  is_official: boolean;
  is_expelled?: boolean;
  is_unranked?: boolean;
}

// -- what the ladder adds to it (ledger/views/ladder_card.py)

interface Amount {
  exact: string;
  shown: string;
}

interface WorkingLine {
  round: number;
  outcome: string;
  of_own_value: boolean;
  then: Amount | null;
  now: Amount;
  fraction: string;
  is_fixed: boolean;
  points: Amount;
  unrounded: Amount | null;
  because: string;
}

interface LadderStanding {
  is_corrected: boolean;
  value: Amount | null;
  own_value: Amount | null;
  lines: WorkingLine[];
  given: { round: number; points: Amount }[];
  total: Amount | null;
  games: { won: number; drawn: number; lost: number } | null;
  absences: { used: number; left: number | null } | null;
  periods: { name: string; place: number; total: Amount; is_champion: boolean }[];
}

interface MemberGame {
  round: number;
  board: number;
  report: "none" | "own" | "to-confirm" | "settled" | "disputed";
  result: string;
  outcome: string;
  at: string;
  choices: { outcome: string; result: string }[];
}

interface MemberEvening {
  day: string;
  rounds: number[];
  starts: string;
  deadline: string;
  is_late: boolean;
  coming: "yes" | "no" | "agreed" | "out";
  at: string;
  absent: string[] | null;
}

interface MemberView {
  version: number;
  player: number;
  game: MemberGame | null;
  evenings: MemberEvening[];
  notices: MemberNotices | null;
}

interface MemberNotices {
  address: string;
  is_confirmed: boolean;
  kinds: string[];
}

interface Stakes {
  round: number;
  opponent: Person;
  value: Amount | null;
  is_certain: boolean;
  stakes: { outcome: string; points: Amount }[];
}

interface LadderMovement {
  round: number;
  was: number;
  place: number;
  total_was: Amount;
  total: Amount;
  change: Amount;
  own_value_change: Amount;
  given_change: Amount;
  lines: {
    round: number;
    outcome: string;
    opponent: Person | null;
    before: Amount | null;
    after: Amount;
    change: Amount;
  }[];
  passed_by: Person[];
  passed: Person[];
}

interface Announcement {
  text: string;
  until: string;
}

// -- words and forms

type Say = (key: string, facts?: Record<string, any>) => string;
type Show = (field: string, value: any) => string | undefined;

type FieldOf = (problem: { code: string; facts: Record<string, any> }) => string;

// -- seats of a round that is changed by hand

type Player = number | null; // null: nobody
type Place = { row: number; side: number } | { idle: number };

interface Pair {
  white: Player;
  black: Player;
}

interface Sitout {
  player: Player;
  outcome: string;
}

interface Seating {
  boards: Player[][];
  idle: Sitout[];
}

// -- results that are typed

interface Typing {
  keys: Record<string, string>;
  mode: string;
  chosen: number | null;
}

interface Entry {
  board: number | null;
  result: string | null;
  problem: string | null;
  facts?: Record<string, any>;
}

interface OutboxEntry {
  key: string;
  board: number;
  result: string;
  replaces: number; // the version of the record that gave what stood when it was typed
  version?: number; // of its own record
  old?: string; // what it replaced
  state: "waiting" | "sending" | "saved" | "conflict" | "refused";
  tries: number;
  typed: number;
  message: string;
  facts: Record<string, any>;
}

// -- what is written only over what somebody saw (console/page/conflict.js)

interface Overwriting {
  version: number;
  was: any;
  again: () => Promise<{ version: number; value: any }>;
  send: (expected: number) => Promise<any>;
}

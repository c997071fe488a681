// Which scene of its setting a screen shows, and which page of it. Knows no page of the browser.

const PAGE_SECONDS = 12;
const FIRST_PAGE = 1.5; // so many times as long: whoever looks up finds the top

export class Rotation {
  // isPairing(view): whether that view shows the pairings of a round; boards(): the newest round, if it is known
  /**
   * @param {Setting | null} setting
   * @param {{isPairing: (view: string) => boolean, boards: () => Round | undefined}} page
   */
  constructor(setting, { isPairing, boards }) {
    this.setting = setting;
    this.isPairing = isPairing;
    this.boards = boards;
    /** @type {Scene | undefined} */
    this.scene = undefined; // the one that is shown, of the setting
    this.page = 0;
    this.pages = 1;
    this.isFirstOfScene = true;
  }

  scenes() {
    const all = this.setting?.scenes ?? [];
    const pairings = all.filter(({ view }) => this.isPairing(view));
    return this.isHolding() && pairings.length > 0 ? pairings : all;
  }

  // A new round is published and nobody has finished: everybody looks for a board.
  isHolding() {
    const round = this.boards();
    if (this.setting?.is_steady || round === undefined || round.phase !== "published") return false;
    return round.boards.length > 0 && round.boards.every(({ result }) => result === "pending");
  }

  /** @param {Scene | undefined} scene */
  begin(scene) {
    this.scene = scene;
    this.page = 0;
    this.isFirstOfScene = true;
  }

  // The scene that takes the place of one that is no longer to be shown; null: what is shown stays.
  replacement() {
    const all = this.scenes();
    return all.some((scene) => scene === this.scene) || this.scene === all[0] ? null : { scene: all[0] };
  }

  // Where a new round sends everybody; undefined: what is shown goes on.
  // `section`: of a festival, the one whose round is new.
  /** @param {string} section */
  pairingScene(section = "") {
    if (this.setting?.is_steady) return undefined;
    return this.scenes().find(({ view, section: own = "" }) => this.isPairing(view) && own === section);
  }

  // The scene so many further on.
  /** @param {number} by */
  sceneBy(by) {
    const all = this.scenes();
    return all.at((all.findIndex((scene) => scene === this.scene) + by) % all.length);
  }

  // True while the scene has such a page; otherwise it is the next scene's turn.
  /** @param {number} by */
  turnPage(by) {
    if (this.page + by < 0 || this.page + by >= this.pages) return false;
    this.page += by;
    return true;
  }

  // How many pages the scene turns out to have.
  /** @param {number} pages */
  setPages(pages) {
    this.pages = pages;
    this.page = Math.min(this.page, pages - 1);
  }

  // How long a page stands.
  get seconds() {
    const usual = this.scene?.seconds || PAGE_SECONDS;
    return this.page === 0 && this.isFirstOfScene ? usual * FIRST_PAGE : usual;
  }
}

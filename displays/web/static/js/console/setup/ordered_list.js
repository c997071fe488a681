// A list whose order people choose: by buttons, by Alt+↑ / Alt+↓ / Delete on an entry, by dragging.

import { element } from "../../dom.js";
import { word } from "../../words.js";

export class OrderedList {
  // `describe(code)` gives the words beside a code; `onChange` is called after every change by a person.
  constructor(node, describe, onChange) {
    this.node = node;
    this.describe = describe;
    this.onChange = onChange;
    this.items = [];
    this.dragged = null;
  }

  set(items) {
    this.items = [...items];
    this.draw();
  }

  add(item) {
    this.items.push(item);
    this.onItemsChange(this.items.length - 1);
  }

  draw(focus = null) {
    this.node.replaceChildren(...this.items.map((code, place) => this.entry(code, place)));
    if (focus !== null) this.node.children[Math.min(focus, this.items.length - 1)]?.focus();
  }

  // The words beside the codes, which may have become known since they were drawn.
  nameAll() {
    for (const [place, code] of this.items.entries()) {
      this.node.children[place].querySelector("span").textContent = this.describe(code);
    }
  }

  entry(code, place) {
    const button = (sign, key, act, disabled = false) =>
      element(
        "button",
        { type: "button", class: "icon", "aria-label": word(key, { code }), disabled, onclick: act },
        sign,
      );
    return element(
      "li",
      {
        tabindex: "0",
        draggable: "true",
        onkeydown: (event) => this.onKey(event, place),
        ondragstart: (event) => this.lift(event, place),
        ondragend: () => this.draw(),
        ondragover: (event) => this.hover(event),
        ondragleave: (event) => event.currentTarget.classList.remove("target"),
        ondrop: (event) => this.drop(event, place),
      },
      element("code", {}, code),
      element("span", {}, this.describe(code)),
      button("↑", "move-up", () => this.move(place, -1), place === 0),
      button("↓", "move-down", () => this.move(place, 1), place === this.items.length - 1),
      button("×", "remove", () => this.remove(place)),
    );
  }

  onKey(event, place) {
    if (event.target !== event.currentTarget) return;
    const act = { ArrowUp: () => this.move(place, -1), ArrowDown: () => this.move(place, 1) }[event.key];
    if (event.altKey && act) act();
    else if (act) this.node.children[place + (event.key === "ArrowUp" ? -1 : 1)]?.focus();
    else if (event.key === "Delete" || event.key === "Backspace") this.remove(place);
    else return;
    event.preventDefault();
  }

  move(place, by) {
    const target = place + by;
    if (target < 0 || target >= this.items.length) return;
    [this.items[place], this.items[target]] = [this.items[target], this.items[place]];
    this.onItemsChange(target);
  }

  remove(place) {
    this.items.splice(place, 1);
    this.onItemsChange(place);
  }

  lift(event, place) {
    this.dragged = place;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", this.items[place]);
    event.currentTarget.classList.add("dragged");
  }

  hover(event) {
    if (this.dragged === null) return;
    event.preventDefault();
    event.currentTarget.classList.add("target");
  }

  drop(event, place) {
    if (this.dragged === null) return;
    event.preventDefault();
    const [moved] = this.items.splice(this.dragged, 1);
    this.items.splice(place, 0, moved);
    this.dragged = null;
    this.onItemsChange(place);
  }

  onItemsChange(focus) {
    this.draw(focus);
    this.onChange();
  }
}

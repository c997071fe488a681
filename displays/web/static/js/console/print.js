// A page to be printed: its button, and options that hold at once.

import { byId } from "../dom.js";

byId("print-now").addEventListener("click", () => print());
document.getElementById("paper-options")?.addEventListener("change", (event) => event.currentTarget.requestSubmit());

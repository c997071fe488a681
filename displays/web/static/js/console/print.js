// A page to be printed: its button, and options that hold at once.

document.getElementById("print-now").addEventListener("click", () => print());
document.getElementById("paper-options")?.addEventListener("change", (event) => event.currentTarget.requestSubmit());

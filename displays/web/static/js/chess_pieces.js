// Pieces as figures: "K" → "♔"
/** @param {string} pieces */
export const figures = (pieces) => pieces.replace(/./g, (one) => String.fromCodePoint(9812 + "KQRBN".indexOf(one)));

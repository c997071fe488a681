// A name that is registered already: nothing is written until a person says that they are two.

import { Problem } from "../../api.js";
import { word } from "../../words.js";
import { ask } from "./question.js";

// await orNamesake((said) => write("POST", …, {…, ...said}), "namesake-yes") → the answer; no: the refusal
/**
 * @param {(said: {namesake?: boolean}) => Promise<any>} sendSaying
 * @param {string} act the word on the button
 */
export async function orNamesake(sendSaying, act) {
  try {
    return await sendSaying({});
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== "name-registered") throw problem;
    const answer = await ask(word("namesake-question"), { details: [problem.message], act: word(act) });
    if (answer === null) throw problem;
    return sendSaying({ namesake: true });
  }
}

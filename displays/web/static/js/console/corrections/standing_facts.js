// The tournament as it stands: forms that offer it and tables that compare with it read it here, so that all of them
// have what is newest (`take`).

import { pageData } from "../../words.js";

export const field = pageData("field");

export function take(fresh) {
  Object.assign(field, fresh);
}

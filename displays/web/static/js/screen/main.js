// The page of a screen begins here.

import { pageData } from "../words.js";
import { Screen } from "./screen.js";

new Screen(pageData("facts")).start();

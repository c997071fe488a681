// The page of a screen begins here.

import { given } from "../words.js";
import { Screen } from "./screen.js";

new Screen(given("facts")).start();

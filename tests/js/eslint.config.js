// What ESLint asks of the browser's modules and of their tests. Names that do not exist are found by TypeScript.

import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      "array-callback-return": "error",
      complexity: ["error", 14],
      eqeqeq: "error",
      "max-depth": ["error", 3],
      "max-lines-per-function": ["error", 60],
      "no-else-return": "error",
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-unused-expressions": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];

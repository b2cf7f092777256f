import { Type } from "typebox";
import { captures, described, option } from "./option.ts";
import { longText } from "./schemas.ts";
import { Steps } from "./steps.ts";

/** The caller's own document, style sheet, script and steps. */
export const code = {
  html: option({
    schema: longText(
      "html",
      "HTML document to render in place of `url`. Its requests follow the same rules as those of any page.",
    ),
    label: "HTML document in place of the address",
    in: ["render", "screenshot"],
    source: true,
    long: true,
  }),
  baseUrl: option({
    schema: Type.String({
      maxLength: 2048,
      pattern: "^https?://",
      description:
        "Address that the document of `html` has: relative addresses start from it, and its origin is the page's. Without it the page has an origin of its own, which no site shares.",
    }),
    label: "Address of the HTML document",
    in: ["render", "screenshot"],
    source: true,
  }),
  css: option({
    schema: longText(
      "css",
      "Style sheet for the loaded page. The page's content security policy does not block it. `@import` has no effect.",
    ),
    label: "Style sheet",
    in: [...captures, "preset"],
    long: true,
  }),
  script: option({
    schema: longText(
      "script",
      "JavaScript that the page runs once, after it has loaded and before it settles. It may use `await` and has the rest of the time for loading. If it throws or does not end, the render continues, and `result.page.warnings` says so.",
    ),
    label: "Script",
    in: [...captures, "preset"],
    long: true,
  }),
  steps: option({
    schema: described(
      Steps,
      "Up to 50 actions on the loaded page, one after the other: `goto`, `fill`, `click`, `press`, `select`, `check`, `uncheck`, `hover`, `scroll`, `wait`, `waitFor`, `script`, `screenshot`. `result.page.steps` says how each went. If one fails, the render fails as `step_failed`.",
    ),
    label: "Steps",
    sample: '[{"click": {"target": {"text": "Show all"}}}]',
    in: [...captures, "preset"],
    // They fill in passwords, so that clients take them from a file.
    secret: true,
    long: true,
  }),
};

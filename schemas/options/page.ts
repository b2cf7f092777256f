import { type Static, Type } from "typebox";
import { labelKeyword, literals, PresetName, unitKeyword, WaitUntil } from "../common.ts";
import { bodies, described, everywhere, option, type OptionUse } from "./option.ts";
import { selector, selectors } from "./schemas.ts";

/** The division of a timeout (`divideTime`), for descriptions. */
const timeoutShares =
  "The document must arrive two seconds before the end. The last 6 seconds (12 with `fullPage`), but at most 30 %, are reserved for the capture.";

/** Statuses of a page's answer, each alone or as a range. `checkPage` refuses a range that goes down. */
export const Statuses = Type.Array(
  Type.Union([
    Type.Integer({ minimum: 100, maximum: 599 }),
    Type.String({ pattern: "^[1-5][0-9]{2}(?:-[1-5][0-9]{2})?$", description: "A status or a range such as 200-399." }),
  ]),
  { minItems: 1, maxItems: 20 },
);
/** A status, or a range of them such as `200-399`. */
export type StatusRange = Static<typeof Statuses>[number];

const patterns = (words: { [labelKeyword]: string; description: string }) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 512 }), { minItems: 1, maxItems: 10, ...words }));

/** RE2 patterns of a page's visible text. */
export const TextRules = Type.Object(
  {
    present: patterns({ [labelKeyword]: "Text that is there", description: "Patterns that the text has." }),
    absent: patterns({
      [labelKeyword]: "Text that is not there",
      description: "Patterns that the text does not have.",
    }),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type TextRules = Static<typeof TextRules>;

/** Monitors have `okStatus` and `expect` in their place. */
const exceptMonitors = everywhere.filter((use): use is Exclude<OptionUse, "monitor"> => use !== "monitor");

/** How a page is loaded, and what is cleared away before the picture. */
export const page = {
  timeout: option({
    schema: Type.Integer({
      minimum: 10,
      maximum: 60,
      default: 30,
      [unitKeyword]: "seconds",
      description: `Seconds for the whole capture. ${timeoutShares}`,
    }),
    label: "Timeout",
    in: everywhere,
    byHttp: true,
  }),
  signIn: option({
    schema: described(
      PresetName,
      "Name of a sign-in of the account (`POST /sign-ins`). The page is opened as its signed-in visitor.",
    ),
    label: "Sign-in",
    sample: "shop",
    in: bodies,
  }),
  proxy: option({
    schema: described(
      PresetName,
      "Name of a proxy of the account (`POST /proxies`). All requests of the page go through it, and none past it.",
    ),
    label: "Proxy",
    sample: "germany",
    in: bodies,
    byHttp: true,
  }),
  waitUntil: option({
    schema: literals(WaitUntil.enum, { default: "load", description: "When the page counts as loaded." }),
    label: "Wait until",
    in: everywhere,
    common: true,
  }),
  waitForSelector: option({
    schema: selector("Wait until an element matches this CSS selector, within the time for loading."),
    label: "Wait for element",
    sample: "#ready",
    in: everywhere,
    selects: true,
    ofOnePage: true,
  }),
  waitForHidden: option({
    schema: selector(
      "Wait until no element that matches this CSS selector is visible, such as a spinner, within the time for loading. After that `result.page.warnings` says that one is.",
    ),
    label: "Wait until hidden",
    sample: ".spinner",
    in: everywhere,
    selects: true,
  }),
  delay: option({
    schema: Type.Number({
      minimum: 0,
      maximum: 30,
      default: 0,
      [unitKeyword]: "seconds",
      description: "Seconds to wait once the page is ready. At most half of `timeout`.",
    }),
    label: "Delay",
    in: everywhere,
  }),
  failOnStatus: option({
    schema: described(
      Statuses,
      'Statuses such as 404 or "500-599" with which the render fails as `page_status`, at no charge. Default: none, so an error page is rendered like any other.',
    ),
    label: "Fail on status",
    in: exceptMonitors,
  }),
  failOnText: option({
    schema: described(
      TextRules,
      "Patterns in RE2 syntax of the visible text. The render fails as `page_text`, at no charge, if one of `present` is there or one of `absent` is not. `^` and `$` match at each line; `(?i)` ignores case.",
    ),
    label: "Fail on text",
    in: bodies.filter((use): use is Exclude<(typeof bodies)[number], "monitor"> => use !== "monitor"),
  }),
  hideSelectors: option({
    schema: selectors("CSS selectors of elements to hide, also of ones that appear later."),
    label: "Hide elements",
    sample: ".banner",
    in: bodies,
    selects: true,
    common: true,
  }),
  clickSelectors: option({
    schema: selectors("CSS selectors of elements to click, one after the other."),
    label: "Click elements",
    sample: "#show-all",
    in: bodies,
    selects: true,
    // A monitor lives long, and what it clicks may say how to get into a page.
    secret: ["monitor"],
  }),
  scrollToElement: option({
    schema: selector("CSS selector of the element to bring into view before the capture."),
    label: "Scroll to element",
    sample: "#prices",
    in: everywhere,
    selects: true,
    common: true,
    ofOnePage: true,
  }),
  hoverSelector: option({
    schema: selector(
      "CSS selector of the element that the mouse rests on during the capture. It is moved there after clicks and scrolling.",
    ),
    label: "Hover over element",
    sample: "#menu",
    in: everywhere,
    selects: true,
    ofOnePage: true,
  }),
};

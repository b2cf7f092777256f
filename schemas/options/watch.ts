import { Type } from "typebox";
import { formsKeyword, literals } from "../common.ts";
import { Box } from "../diff.ts";
import { described, option } from "./option.ts";
import { Statuses, TextRules } from "./page.ts";
import { flag } from "./schemas.ts";
import { ValueEntries } from "./values.ts";

/** An area that comparisons leave out: a rectangle, or the elements that match a selector. */
export type IgnoredRegion = Box | { selector: string };

/** One flat object, so that a problem names one field. `checkIgnored` requires exactly one of the two forms. */
export const IgnoredRegion = Type.Unsafe<IgnoredRegion>(
  Type.Object(
    {
      ...Type.Partial(Box).properties,
      selector: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 512,
          description: "CSS selector. Each run finds the boxes of its elements, at most 500 in all.",
        }),
      ),
    },
    {
      additionalProperties: false,
      description: "Either `x`, `y`, `width` and `height`, or `selector`.",
      [formsKeyword]: [["x", "y", "width", "height"], ["selector"]],
    },
  ),
);

/** How a page is fetched. */
export const FetchWay = literals(["browser", "http"]);

/** The parts of a capture in which changes count. */
export const ChangeOn = literals(["picture", "text", "either", "values"]);

/** Maximum patterns of `ignoreText`, and maximum characters of each. */
const ignoreTextLimits = { patterns: 20, chars: 512 };

const monitors = ["monitor"] as const;

/** Options of monitors alone: which captures count, and what is compared. */
export const watch = {
  fetch: option({
    schema: described(
      FetchWay,
      "How the page is fetched. `browser` draws it and runs its scripts; that is the default. `http` sends one request without a browser and reads the text and values of the document, so a run costs a fraction of the processor time and 1 credit. It takes no picture, and needs `changeOn` `text` or `values`. Options that need a browser are refused beside it.",
    ),
    label: "How to fetch the page",
    in: monitors,
    byHttp: true,
    ofOnePage: true,
  }),
  picture: option({
    schema: Type.Boolean({
      default: true,
      description:
        "False for runs without a picture: 1 credit each, with text and values alone. It needs `changeOn` `text` or `values`. Default: true; with `fetch: http`, there is never a picture.",
    }),
    label: "Take a picture",
    in: monitors,
    byHttp: true,
    ofOnePage: true,
  }),
  okStatus: option({
    schema: described(
      Statuses,
      'Statuses such as 404 or "200-399" that the page may have. A run with another status fails as `page_status`: it is no change, and never becomes the baseline. Default: `["200-399"]`. A change holds from the next run on and keeps the baseline.',
    ),
    label: "Good statuses",
    in: monitors,
    byHttp: true,
  }),
  expect: option({
    schema: described(
      TextRules,
      "Patterns in RE2 syntax of the visible text: each of `present` must be there, and none of `absent`. A run that breaks one fails as `page_text`: it is no change, never becomes the baseline, and opens an incident of the type `expectation`. `^` and `$` match at each line; `(?i)` ignores case. A change holds from the next run on and keeps the baseline.",
    ),
    label: "Expected text",
    in: monitors,
    byHttp: true,
    ofOnePage: true,
  }),
  regions: option({
    schema: flag("Also compare the page's own regions and name changed areas by them."),
    label: "Also compare each part of the page on its own",
    filled: true,
    in: monitors,
    ofOnePage: true,
  }),
  ignoreRegions: option({
    schema: Type.Array(IgnoredRegion, {
      maxItems: 50,
      description:
        "Areas that runs leave out of the comparison: rectangles in pixels of the picture, or elements by a selector. A pixel is ignored if an area covers it in the run's picture or in its baseline's. A change holds from the next comparison on and keeps the baseline.",
    }),
    label: "What to ignore",
    in: monitors,
    byHttp: true,
  }),
  text: option({
    schema: flag(
      "Keep each run's main content as Markdown, and compare it by words with the baseline's. Addresses of links and pictures are left out.",
    ),
    label: "Also compare the words of the page",
    in: monitors,
    byHttp: true,
  }),
  changeOn: option({
    schema: literals(ChangeOn.enum, {
      description:
        "The difference that counts as a change. Default: `picture`. `text` takes added and removed words. `either` takes the picture or the words. `values` takes each change of a value of `values`, and its end. `text` and `values` keep pictures and compare none, so a run costs less. `text` and `either` need `text: true`, and `values` needs `values`.",
    }),
    label: "Alert when",
    in: monitors,
    byHttp: true,
    ofOnePage: true,
  }),
  values: option({
    schema: described(
      ValueEntries,
      "Values that each run reads from the page and keeps, each with a name and its place by `selector`, `pattern`, `jsonPath` or `product`. They are no part of the comparison. A change holds from the next run on and keeps the baseline.",
    ),
    label: "Values",
    in: monitors,
    byHttp: true,
    ofOnePage: true,
  }),
  ignoreText: option({
    schema: Type.Array(Type.String({ minLength: 1, maxLength: ignoreTextLimits.chars }), {
      maxItems: ignoreTextLimits.patterns,
      description:
        "Patterns in RE2 syntax. What they match is removed from both texts before the comparison. `^` and `$` match at each line; `(?i)` ignores case. A change holds from the next comparison on and keeps the baseline.",
    }),
    label: "Words to ignore",
    in: monitors,
    byHttp: true,
  }),
  ignoreOrder: option({
    schema: flag(
      "Lines that only moved are no change of the text: items of a list, rows of a table, paragraphs. Needs `text: true`. A change holds from the next comparison on and keeps the baseline.",
    ),
    label: "Ignore the order of lines",
    in: monitors,
    byHttp: true,
  }),
  onlyAdded: option({
    schema: flag(
      "Only added words are a change of the text. Replaced words count, as the new ones are added. Needs `text: true`, and excludes `onlyRemoved`. A change holds from the next comparison on and keeps the baseline.",
    ),
    label: "Only added words",
    in: monitors,
    byHttp: true,
  }),
  onlyRemoved: option({
    schema: flag(
      "Only removed words are a change of the text. Replaced words count, as the old ones are removed. Needs `text: true`, and excludes `onlyAdded`. A change holds from the next comparison on and keeps the baseline.",
    ),
    label: "Only removed words",
    in: monitors,
    byHttp: true,
  }),
};

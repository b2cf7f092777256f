import { Type } from "typebox";
import { literals } from "../common.ts";
import { bodies, everywhere, option } from "./option.ts";

/** Kinds of files that a page requests. Its documents and those of its frames are none of them. */
const ResourceKind = literals(["image", "media", "font", "stylesheet", "script", "xhr", "other"]);

/** The parts of the page that the browser does not request or run. */
export const requests = {
  blockResources: option({
    schema: Type.Array(ResourceKind, {
      minItems: 1,
      maxItems: 7,
      uniqueItems: true,
      description:
        "Kinds of files that the page does not request: `image`, `media`, `font`, `stylesheet`, `script`, `xhr` (also `fetch` and event streams) and `other` (such as beacons and captions). Documents of frames are requested.",
    }),
    label: "Without these files",
    in: everywhere,
  }),
  blockUrls: option({
    schema: Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      minItems: 1,
      maxItems: 100,
      description:
        "Globs of whole addresses that the page does not request, such as `https://ads.example.com/*` or `*.woff2`. `*` matches any text and `?` one character. Of an address with more than 2,048 characters the first and the last 1,024 count. The page's own document is always requested.",
    }),
    label: "Without these addresses",
    in: bodies,
  }),
  javascript: option({
    schema: Type.Boolean({
      default: true,
      description: "Run the page's scripts. Without them `<noscript>` is shown, and `script` has to be left out.",
    }),
    label: "JavaScript",
    in: everywhere,
  }),
};

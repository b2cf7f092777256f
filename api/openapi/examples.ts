import type { Json } from "#schemas/common.ts";
import recorded from "./examples.json" with { type: "json" };

/**
 * An example of each operation's replies of JSON, by operation and status. `npm run examples` records them from the
 * tests of the API.
 */
export const replyExamples: Readonly<Record<string, Readonly<Record<string, Json>>>> = recorded;

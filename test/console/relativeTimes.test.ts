import { expect } from "chai";
import { formatDue, formatRelative } from "#console/format/time.ts";

const now = Date.UTC(2026, 0, 1, 12);
const seconds = (count: number) => new Date(now + count * 1_000).toISOString();

describe("times as people say them", () => {
  for (const [distance, past, due] of [
    [-7_200, "2 hours ago", "2 hours ago"],
    [-61, "1 minute ago", "1 minute ago"],
    [-59, "just now", "now"],
    [0, "just now", "now"],
    [20, "just now", "now"],
    [21, "in under a minute", "in under a minute"],
    [60, "in 1 minute", "in 1 minute"],
    [86_400, "tomorrow", "tomorrow"],
  ] as const)
    it(`say "${past}" of what was, and "${due}" of what is due, at a distance of ${distance} s`, () => {
      expect([formatRelative(seconds(distance), now), formatDue(seconds(distance), now)]).to.deep.equal([past, due]);
    });
});

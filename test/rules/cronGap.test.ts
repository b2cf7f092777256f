import { expect } from "chai";
import { shortestGapMinutes } from "#rules/cronGap.ts";

describe("the shortest time between two fires of a cron", () => {
  const gaps: [cron: string, minutes: number | null][] = [
    ["* * * * *", 1],
    ["0,1 9 * * *", 1],
    ["0,59 * * * *", 1],
    ["59 23 * * *", 1_440],
    ["0 0,23 * * *", 60],
    ["0,30 0,23 * * *", 30],
    ["*/15 * * * *", 15],
    // The step begins again at each hour: 56 and 0.
    ["*/7 * * * *", 4],
    ["0 */5 * * *", 240],
    ["0 9 * * 1-5", 1_440],
    ["0 9 * * MON,WED,FRI", 2_880],
    ["0 9 * * 7", 10_080],
    ["0 9,17 * * MON", 480],
    // 1 March follows 29 February or 28 February.
    ["0 0 1 3 *", 43_200],
    ["0 0 28 2 *", 43_200],
    ["0 0 29 2 *", 43_200],
    ["0 0 28,29 2 *", 1_440],
    ["0 0 1 * *", 28 * 1_440],
    ["0 0 31 * *", 43_200],
    ["0 0 30 * *", 30 * 1_440],
    ["0 0 29 * *", 29 * 1_440],
    // 31 December and 1 January are neighbours.
    ["0 0 1,31 1,12 *", 1_440],
    ["30 6 13 * FRI", 1_440],
    ["0 0 13 * *", 28 * 1_440],
    // The 31st and the 7th are odd Mondays.
    ["0 3 */2 * MON", 7 * 1_440],
    ["0 0 30 2 *", null],
    ["0 0 31 2,4,6,9,11 *", null],
  ];
  for (const [cron, minutes] of gaps) {
    it(`is ${minutes} minutes for ${cron}`, () => {
      expect(shortestGapMinutes(cron)).to.equal(minutes);
    });
  }
});

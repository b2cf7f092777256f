import { readFileSync } from "node:fs";
import { expect } from "chai";
import { DelayedRequest, RecurringRequest, ScheduleChange, ScheduleStatus } from "#schemas/schedule.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { nextFire, parseCron, parsePattern } from "#rules/cron.ts";

const document = readFileSync(new URL("../../docs/schedules.md", import.meta.url), "utf8");

/** Cells of the rows of the table below a heading's text, without those of its head. */
function rowsBelow(heading: string): string[][] {
  const [, after = ""] = document.split(heading);
  const lines = after.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line.startsWith("| ---")) + 1;
  const last = lines.findIndex((line, index) => index >= first && !line.startsWith("|"));
  return lines.slice(first, last).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const fields = ["0", "0", "1", "1", "1"];
/** Five fields, for each place one with `text` there. */
const withIn = (text: string) => fields.map((_, place) => fields.toSpliced(place, 1, text).join(" "));

describe("docs/schedules.md", () => {
  it("shows bodies that the API takes", () => {
    const bodies = [...document.matchAll(/-d '(\{[^']+\})'/g)].map(([, body = ""]): unknown => JSON.parse(body));
    expect(bodies).to.have.length(4);
    const [delayed, byPattern, byCron, change] = bodies;
    const checked = [
      bodyValidator(DelayedRequest)(delayed),
      bodyValidator(RecurringRequest)(byPattern),
      bodyValidator(RecurringRequest)(byCron),
      bodyValidator(ScheduleChange)(change),
    ];
    for (const result of checked) expect(result.ok ? [] : result.problems).to.deep.equal([]);
  });

  it("says which fields pattern and cron take", () => {
    const rows = rowsBelow("## Cron");
    expect(rows).to.have.length(7);
    for (const [what, examples = "", pattern, cron] of rows) {
      for (const [, example = ""] of examples.matchAll(/`([^`]+)`/g)) {
        const taken = [parsePattern, parseCron].map((parse) => withIn(example).some((text) => parse(text).ok));
        expect(taken, `${what}: ${example}`).to.deep.equal([pattern === "yes", cron === "yes"]);
      }
    }
  });

  it("says when a skipped hour's fires come", () => {
    const fire = (cron: string) =>
      nextFire(
        { type: "repeatable", cron, timezone: "Europe/Berlin", endDate: null },
        new Date("2026-03-28T12:00:00Z"),
      );
    expect(document).to.include("In Berlin on 29 March 2026").and.to.include("`30 2 * * *` fires at 3:00");
    expect(fire("30 2 * * *")?.toISOString()).to.equal("2026-03-29T01:00:00.000Z");
    expect(document).to.include("such as `*/30 * * * *` | fires at none of the skipped times");
    expect(fire("*/30 2 * * *")?.toISOString()).to.equal("2026-03-30T00:00:00.000Z");
  });

  it("names every state and every reason", () => {
    const named = (heading: string) => rowsBelow(heading).map(([name = ""]) => name.replaceAll("`", ""));
    expect(named("## Kinds and states")).to.have.members(ScheduleStatus.enum);
    expect(named("## Fires that start no render")).to.deep.equal(["overlap", "no_credits", "missed"]);
  });
});

import { assert } from "chai";
import { runEvent } from "#activities/projections/events.ts";
import { maxWebhookBytes } from "#schemas/events.ts";
import type { RegionChange, RunFindings, RunRecord } from "#schemas/monitor/run.ts";
import type { WordChange } from "#schemas/monitor/text.ts";

const id = "01900000-0000-7000-8000-000000000000";
const now = new Date("2026-11-21T12:00:00Z");
const box = { x: 0, y: 0, width: 300, height: 100, differenceRatio: 1 };
const area: RunFindings["regions"][number] = { ...box, status: "changed", region: "Harbour" };
const pageRegion = (label: string): RegionChange => ({
  ...box,
  label,
  selector: `main > div:nth-of-type(3)`,
  role: "article",
  status: "added",
  changes: ["added"],
});

const findingsWith = (more: Partial<RunFindings>): RunFindings => ({
  changed: true,
  transient: false,
  unconfirmed: false,
  belowThreshold: false,
  differenceRatio: 0.2,
  threshold: 0.01,
  changedPixels: 20,
  comparedPixels: 100,
  regions: [area],
  regionsTruncated: false,
  ...more,
});

const signer = {
  runOutputUrl: ({ runId, name }: { runId: string; name: string }) => ({
    url: `https://api.test/${runId}/${name}?signature=${"s".repeat(200)}`,
    expiresAt: now,
  }),
};

function eventOf(findings: RunFindings): Record<string, unknown> {
  const run: RunRecord = {
    _id: id,
    monitorId: id,
    accountId: id,
    keyId: id,
    trigger: "scheduled",
    status: "completed",
    price: 4,
    credits: { charged: 4, refunded: 0 },
    captureRev: 1,
    comparedToRunId: id,
    findings,
    createdAt: now,
    startedAt: now,
    completedAt: now,
    expiresAt: now,
    version: 1,
  };
  return runEvent({ run, now, signer });
}

describe("an event's run", () => {
  it("carries the page's regions that differ, as the API's run does", () => {
    const pageRegions = [pageRegion("SALE!"), pageRegion("Ordinary")];
    const event = eventOf(findingsWith({ pageRegions }));
    assert.deepInclude(event, { pageRegions, pageRegionsTruncated: false, regions: [area], regionsTruncated: false });
  });

  it("has no page regions when none are recorded", () => {
    assert.doesNotHaveAnyKeys(eventOf(findingsWith({})), ["pageRegions", "pageRegionsTruncated"]);
  });

  it("keeps the first regions that fit, and marks that there are more, for any labels", () => {
    for (const letter of ["x", "é", "漢", "\u0001"]) {
      const pageRegions = Array.from({ length: 900 }, (_, index) => pageRegion(`${letter.repeat(110)}${index}`));
      const regions = Array.from({ length: 128 }, () => ({ ...area, region: letter.repeat(120) }));
      const event = eventOf(findingsWith({ pageRegions, regions }));
      const { pageRegions: sentRegions, regions: areas } = event;
      if (!Array.isArray(sentRegions) || !Array.isArray(areas)) throw new Error("Both are lists.");
      assert.isAtLeast(sentRegions.length, 5, letter);
      assert.isAtLeast(areas.length, 5, letter);
      assert.deepEqual(sentRegions, pageRegions.slice(0, sentRegions.length));
      assert.include(event, { pageRegionsTruncated: true, regionsTruncated: true });
      const envelope = { id: `evt_${id}`, type: "monitor.change_detected", name: "漢".repeat(200), data: event };
      assert.isAtMost(Buffer.byteLength(JSON.stringify(envelope)), maxWebhookBytes);
    }
  });

  it("carries the changed words, as many as fit, and the address of the difference", () => {
    const diff = { key: "runs/1/diff", contentType: "text/x-diff", bytes: 9, sha256: "0" };
    const counts = { changed: true, addedWords: 2, removedWords: 1 };
    const changes: WordChange[] = [
      { change: "removed", words: "costs €39" },
      { change: "added", words: "costs €45 now" },
    ];
    const event = eventOf(findingsWith({ pictureCompared: false, text: { ...counts, changes, diff } }));
    assert.deepInclude(event, { pictureCompared: false, text: { ...counts, changes } });
    assert.doesNotHaveAnyKeys(event, ["differenceRatio", "threshold", "changedPixels", "comparedPixels", "regions"]);
    assert.match(String(event["diffUrl"]), /\/diff\?signature=/);
    const long = Array.from({ length: 20 }, (): WordChange => ({ change: "added", words: "漢".repeat(200) }));
    const pageRegions = Array.from({ length: 900 }, (_, index) => pageRegion(`${"漢".repeat(110)}${index}`));
    const large = eventOf(findingsWith({ pageRegions, text: { ...counts, changes: long, diff } }));
    const envelope = { id: `evt_${id}`, type: "monitor.change_detected", name: "漢".repeat(200), data: large };
    assert.isAtMost(Buffer.byteLength(JSON.stringify(envelope)), maxWebhookBytes);
    assert.deepNestedInclude(large, { "text.changes[5]": long[5] });
  });
});

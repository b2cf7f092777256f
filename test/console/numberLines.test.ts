import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { createMonitor } from "./support/hookedMonitor.ts";
import { useConsole } from "./support/useConsole.ts";

/** A run that read a price. `hour` is its time. */
const runAt = (hour: number, price: number) => ({
  id: uuidv7(),
  status: "completed",
  trigger: "scheduled",
  differenceRatio: 0,
  changed: hour > 8,
  transient: false,
  unconfirmed: false,
  number: { name: "price", value: price, text: `€${price}.00` },
  createdAt: new Date(Date.UTC(2026, 10, 28, hour)).toISOString(),
  version: 1,
});

describe("the numbers of monitors in their list", function () {
  this.timeout(120_000);
  const { newAccount, openAs, pipeline, site } = useConsole({ openBrowser: openSketchBrowser });

  it("are a line with the newest number, on a desk and on a phone, and missing for other monitors", async () => {
    site.show("/short", "<title>Short</title>");
    const owner = await newAccount();
    const priced = await createMonitor(owner, { name: "Kettle", url: site.url("/short"), status: "paused" });
    await createMonitor(owner, { name: "Story", url: site.url("/short"), status: "paused" });
    const runs = [39, 39, 45, 42, 89].map((price, index) => runAt(index + 5, price)).toReversed();
    await pipeline.database.monitors.updateOne({ _id: priced }, { $set: { recentRuns: JSON.stringify(runs) } });
    const { page, complaints } = await openAs(owner, "/monitors");
    const label = "price, 5 runs: €39.00 to €89.00, now €89.00";
    for (const width of [1_440, 390]) {
      await page.setViewport({ width, height: 900 });
      await page.locator(`main li svg[role=img][aria-label='${label}']`).wait();
      const rows = await page.$$eval("main li", (items) => items.map((item) => item.innerText));
      expect(rows.map((row) => row.includes("€89.00"))).to.deep.equal([false, true]);
      expect(await page.$$eval("main li polyline", (lines) => lines.length)).to.equal(1);
      const bars = await page.$$eval("main li rect[data-kind]", (all) =>
        all.map((bar) => `${bar.getAttribute("data-kind")} ${bar.getAttribute("height")}`),
      );
      // A change without a difference of pictures is no low bar.
      expect(bars).to.deep.equal(["same 2", "same 2", "same 2", "same 2", "changed 12"]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).to.equal(true);
    }
    // These runs have no pictures.
    expect(complaints.filter((line) => !line.includes("/outputs/screenshot"))).to.deep.equal([]);
  });
});

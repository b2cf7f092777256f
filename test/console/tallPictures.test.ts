import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { useChangedMonitor } from "./support/changedMonitor.ts";
import { measureRenderers } from "./support/rendererMemory.ts";
import { useConsole } from "./support/useConsole.ts";

/** Most resident memory of the console's renderer process, with decoded pictures and painted tiles. */
const maxMb = 500;
const sliceRows = 2_048;
const stage = "[data-testid=stage]";
const box = "::-p-aria([name='The whole picture'][role='group'])";

/** Rows of the block that is inserted at the top, and the bands of 500 px that are repainted. */
const insertedRows = 700;
const repainted = new Set([9, 30]);

/** Bands of 500 px in different colors, with marks so that no two are equal. */
function bandPage(rows: number, isChanged = false): string {
  const bands = Array.from({ length: rows / 500 }, (_, index) => {
    const hue = isChanged && repainted.has(index) ? 0 : (index * 47) % 360;
    const mark = `<i style="position:absolute;left:${(index * 37) % 700}px;top:${(index * 53) % 400}px;width:60px;height:60px;background:#fff"></i>`;
    return `<div style="position:relative;height:500px;background:hsl(${hue} 60% ${30 + (index % 7) * 6}%)">${mark}</div>`;
  });
  const block = `<div style="height:${insertedRows}px;background:repeating-linear-gradient(#fc0 0 9px,#123 9px 20px)"></div>`;
  return `<!doctype html><html lang="en"><title>Bands</title><body style="margin:0">${isChanged ? block : ""}${bands.join("")}</body></html>`;
}

/** Waits until every slice at a place has its pixels. Returns the paths and queries of the slices. */
async function drawnSlices(page: Page, place: string): Promise<string[]> {
  await page.locator(place).wait();
  return until(() =>
    page.$eval(place, (element) => {
      const images = [...element.querySelectorAll("img")];
      return (
        images.length > 0 &&
        images.every((image) => image.complete && image.naturalWidth > 0) &&
        images.map(({ src }) => src)
      );
    }),
  );
}

/** Scrolls to the end by the wheel and waits for the pictures after each turn. Returns the slices of each stop. */
async function scrollThrough(page: Page, place: string, { heightPx, stepPx }: { heightPx: number; stepPx: number }) {
  await page.locator(place).hover();
  const stops = [await drawnSlices(page, place)];
  for (let at = 0; at < heightPx; at += stepPx) {
    await page.mouse.wheel({ deltaY: stepPx });
    stops.push(await drawnSlices(page, place));
  }
  return stops;
}

describe("tall pictures in the console", function () {
  this.timeout(180_000);
  const service = useConsole();
  const { pipeline, site, newAccount, openAs } = service;
  const changed = useChangedMonitor(service);
  const tallJob = useResource(async () => {
    site.show("/bands", bandPage(60_000));
    const id = await changed.owner.submit({ url: site.url("/bands"), fullPage: true });
    return changed.owner.ended(id);
  });

  it("scroll through 60,000 px of a job's result in at most 500 MB", async () => {
    const { page, complaints } = await openAs(changed.owner, `/jobs/${tallJob.id}`);
    const memory = measureRenderers(page);
    await page.locator(box).wait();
    const heightPx = await page.$eval(box, (element) => element.scrollHeight);
    expect(heightPx).to.be.above(30_000);
    memory.reset();
    const stops = await scrollThrough(page, box, { heightPx, stepPx: 2_500 });
    expect(memory.peakMb()).to.be.within(30, maxMb);
    const width = Number(new URL(stops[0]?.[0] ?? "").searchParams.get("width"));
    expect(new Set(stops.flat()).size).to.equal(Math.ceil((60_000 * width) / 1_280 / sliceRows));
    expect(Math.max(...stops.map(({ length }) => length))).to.be.below(5);
    expect(complaints).to.deep.equal([]);
  });

  it("scroll through 60,000 px of a comparison in at most 500 MB", async () => {
    // The job's picture takes the place of both captures, because two more would take half a minute.
    const record = await pipeline.database.jobs.findOne({ _id: tallJob.id });
    const picture = record?.result?.outputs.find(({ name }) => name === "screenshot");
    const { matchedCount } = await pipeline.database.runs.updateMany(
      { monitorId: changed.id },
      {
        $set: {
          "capture.screenshot": picture,
          "findings.alignment": [{ before: 0, after: 0, height: 60_000 }],
        },
        $unset: { visualization: "" },
      },
    );
    expect(matchedCount).to.be.above(1);
    const { incident } = await changed.read();
    const { page, complaints } = await openAs(changed.owner, `/monitors/${changed.id}/runs/${incident?.runId}`);
    const memory = measureRenderers(page);
    await drawnSlices(page, stage);
    const zoom = await page.$eval(`${stage} figure > div`, (layer) => new DOMMatrix(layer.style.transform).a);
    memory.reset();
    const stops = await scrollThrough(page, stage, { heightPx: 60_000 * zoom, stepPx: 4_500 * zoom });
    expect(memory.peakMb()).to.be.within(30, maxMb);
    // A picture is shown at half its width, so a slice has twice the rows. There are two pictures.
    expect(new Set(stops.flat()).size).to.equal(2 * Math.ceil(60_000 / (2 * sliceRows)));
    expect(Math.max(...stops.map(({ length }) => length))).to.be.below(9);
    expect(complaints).to.deep.equal([]);
  });

  describe("of 20,000 px", () => {
    const width = 800;
    const tall = useResource(async () => {
      site.show("/tall", bandPage(20_000));
      const owner = await newAccount();
      const path = "/render/monitors";
      const asked = { name: "Bands", url: site.url("/tall"), intervalMinutes: 60, baselineMode: "fixed" };
      const created = await owner.call("POST", path, { ...asked, capture: { width } });
      const { monitor }: { monitor: Monitor } = await created.json();
      const read = async (): Promise<Monitor> =>
        (await (await owner.call("GET", `${path}/${monitor.id}`)).json()).monitor;
      await until(async () => (await read()).baselineRunId !== null, 60_000);
      site.show("/tall", bandPage(20_000, true));
      await until(async () => (await owner.call("POST", `${path}/${monitor.id}/run`, {})).status === 202);
      const runId = await until(async () => (await read()).incident?.runId, 60_000);
      return { owner, path: `/monitors/${monitor.id}/runs/${runId}` };
    });

    /** The row of each picture that stands at the top of its pane. */
    const topRows = (page: Page): Promise<number[]> =>
      page.$$eval(
        "figure",
        (figures, rowsOfSlice) =>
          figures.map((figure) => {
            const pane = figure.getBoundingClientRect();
            const [image] = figure.querySelectorAll("img");
            if (image === undefined) return NaN;
            const drawn = image.getBoundingClientRect();
            const { searchParams } = new URL(image.src);
            const pictureWidth = 800;
            const rows = (rowsOfSlice * pictureWidth) / Number(searchParams.get("width") ?? pictureWidth);
            return Number(searchParams.get("slice")) * rows + ((pane.top - drawn.top) * pictureWidth) / drawn.width;
          }),
        sliceRows,
      );

    it("show rows that belong together side by side, and step through the changes by J and K", async () => {
      const { page, complaints } = await openAs(tall.owner, tall.path);
      await drawnSlices(page, stage);
      const seen: [string, number[]][] = [];
      for (const [key, shown] of [
        ["j", "1 of 3"],
        ["j", "2 of 3"],
        ["j", "3 of 3"],
        ["j", "1 of 3"],
        ["k", "3 of 3"],
        ["k", "2 of 3"],
      ] as const) {
        await page.keyboard.press(key);
        await page.locator(`::-p-text(${shown})`).wait();
        await drawnSlices(page, stage);
        seen.push([shown, await topRows(page)]);
      }
      for (const [shown, [before = 0, after = 0]] of seen)
        // The first change is the block itself, which only the picture after has.
        if (shown !== "1 of 3") expect(after - before, shown).to.be.closeTo(insertedRows, 2);
      expect(complaints).to.deep.equal([]);
    });
  });
});

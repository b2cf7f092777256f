import { expect } from "chai";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { type Monitors, monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";

type Parts = { price?: string; clock?: string; banner?: boolean; other?: string; isGone?: boolean };

/** A page with a price of 300 × 120 px among other things. A banner of 100 px moves it down. */
const pageWith = ({ price = "€39", clock = "12:00", banner = false, other = "News", isGone = false }: Parts) =>
  `<!doctype html><title>Prices</title><style>body{margin:0;font:16px sans-serif}p{margin:0;height:40px}</style>
${banner ? '<aside style="height:100px;background:#fc0"></aside>' : ""}<h1>${other}</h1>
${isGone ? "" : `<div id="price" style="width:300px"><h2>Lamp</h2><p>It costs ${price} each</p><p class="clock">At ${clock}</p></div>`}
<p>${other} again</p>`;

describe("a monitor of one element", function () {
  this.timeout(120_000);

  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  before(() => {
    site.release();
  });

  type Watched = { id: string; monitors: Monitors };

  /** A monitor of the price with a fixed baseline of the plain page. */
  async function watch(capture: Record<string, unknown> = {}): Promise<Watched> {
    site.page = pageWith({});
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, `${site.url}/prices`);
    const size = { width: 400, height: 240 };
    const { id } = await monitors.create({
      baselineMode: "fixed",
      capture: { ...size, selector: "#price", ...capture },
    });
    await monitors.based(id);
    return { id, monitors };
  }

  async function runWith({ id, monitors }: Watched, parts: Parts): Promise<MonitorRun> {
    site.page = pageWith(parts);
    return monitors.runNow(id);
  }

  it("compares the picture and the text of this element alone", async () => {
    const watched = await watch({ text: true, changeOn: "either" });
    const quiet = await runWith(watched, { banner: true, other: "Sports" });
    expect(quiet.result).to.include({ changed: false, changedPixels: 0 });
    expect(quiet.result?.screenshot?.width).to.equal(300);
    const markdown = await fetch(quiet.result?.markdown?.url ?? "");
    expect(await markdown.text()).to.equal("## Lamp\n\nIt costs €39 each\n\nAt 12:00\n");
    const loud = await runWith(watched, { price: "€45" });
    expect(loud.result).to.include({ changed: true });
    expect(loud.result?.text).to.include({ changed: true, addedWords: 1, removedWords: 1 });
  });

  it("reads the words on its controls, and no secrets", async () => {
    const watched = await watch({ text: true, changeOn: "text" });
    const form = (button: string, chosen: string, value: string) =>
      `<!doctype html><title>Prices</title><form id="price"><button disabled>${button}</button>
<select><option>Red</option><option ${chosen}>Blue</option></select><input placeholder="${value}"><input type="submit" value="${value}!">
<textarea>${value}?</textarea><input type="password" value="secret"><input type="hidden" value="token"><img alt="${value}." src="data:,"></form>`;
    const textOf = async (...parts: Parameters<typeof form>): Promise<string> => {
      site.page = form(...parts);
      const { result } = await watched.monitors.runNow(watched.id);
      const text = await (await fetch(result?.markdown?.url ?? "")).text();
      return text.replaceAll(/\s+/g, " ").trim();
    };
    expect(await textOf("Sold out", "", "Size")).to.equal("Sold out Red Size Size! Size? Size.");
    expect(await textOf("Add to cart", "selected", "Count")).to.equal("Add to cart Blue Count Count! Count? Count.");
  });

  it("leaves ignored areas inside it out, by selector and by its own pixels", async () => {
    const bySelector = await watch({ text: true, changeOn: "either", ignoreRegions: [{ selector: ".clock" }] });
    const { result } = await runWith(bySelector, { clock: "13:37", banner: true });
    expect(result).to.include({ changed: false, ignoredRegionCount: 1 });
    const height = result?.screenshot?.height ?? 0;
    const byPixels = await watch({ ignoreRegions: [{ x: 0, y: height - 40, width: 300, height: 40 }] });
    expect((await runWith(byPixels, { clock: "13:37" })).result?.changed).to.equal(false);
    expect((await runWith(byPixels, { price: "€45" })).result?.changed).to.equal(true);
  });

  it("fails a run without the element, and names the selector", async () => {
    const { status, error, credits } = await runWith(await watch(), { isGone: true });
    expect([status, error?.code, credits.net]).to.deep.equal(["failed", "selector_not_found", 0]);
    expect(error?.message).to.include('selector: "#price" matches nothing.');
  });

  it("drops the baseline when another element is watched", async () => {
    const { id, monitors } = await watch();
    const { baselineRunId } = await monitors.get(id);
    await monitors.call("PATCH", `/${id}`, { capture: { selector: "h1" } });
    const run = await monitors.runNow(id);
    expect(run.comparedToRunId).to.equal(undefined);
    expect((await monitors.get(id)).baselineRunId).not.to.equal(baselineRunId);
  });
});

import { expect } from "chai";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { type Monitors, monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

type Parts = { clock?: string; price?: string; banner?: boolean; isLast?: boolean };

/**
 * A page with a clock, 40 px high, at its top, and a price below. A banner of 100 px moves both down. The clock may also
 * stand last.
 */
const pageWith = ({
  clock = "12:00",
  price = "€39",
  banner = false,
  isLast = false,
}: Parts) => `<!doctype html><title>Prices</title>
<style>body{margin:0;font:16px sans-serif}div{height:40px}p{margin:0}main{height:900px}</style>
${banner ? '<aside style="height:100px;background:#fc0"></aside>' : ""}
${isLast ? "" : clockAt(clock)}<main><p>Lamp, ${price} each</p></main>${isLast ? clockAt(clock) : ""}`;
const clockAt = (time: string) => `<div>It is ${time}</div>`;

/** The clock in the page without a banner. */
const clockArea = { x: 0, y: 0, width: 320, height: 40 };

describe("a monitor's ignored areas", function () {
  this.timeout(120_000);

  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  before(() => {
    site.release();
  });

  /** A monitor with a fixed baseline of the plain page. */
  async function watch(capture: Record<string, unknown> = {}): Promise<{ id: string; monitors: Monitors }> {
    site.page = pageWith({});
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, `${site.url}/prices`);
    const { id } = await monitors.create({ baselineMode: "fixed", capture: { width: 320, height: 240, ...capture } });
    await monitors.based(id);
    return { id, monitors };
  }

  async function resultOf(monitors: Monitors, id: string, parts: Parts): Promise<NonNullable<MonitorRun["result"]>> {
    site.page = pageWith(parts);
    const { result } = await monitors.runNow(id);
    if (result === undefined) throw new Error("The run has no result.");
    return result;
  }

  it("do not count, and everything else does", async () => {
    const { id, monitors } = await watch({ ignoreRegions: [clockArea] });
    const quiet = await resultOf(monitors, id, { clock: "13:37" });
    const nothing = { changed: false, differenceRatio: 0, changedPixels: 0, ignoredRegionCount: 1 };
    expect(quiet).to.include({ ...nothing, comparedPixels: 320 * 900 });
    const loud = await resultOf(monitors, id, { clock: "13:37", price: "€89" });
    expect(loud.changed).to.equal(true);
    expect(loud.regions?.every(({ y }) => y >= clockArea.height)).to.equal(true);
  });

  it("move with the rows of the page", async () => {
    const { id, monitors } = await watch({ ignoreRegions: [clockArea] });
    const moved = await resultOf(monitors, id, { clock: "13:37", banner: true });
    expect(moved.regions?.map(({ status, y, height }) => ({ status, y, height }))).to.deep.equal([
      { status: "added", y: 0, height: 100 },
    ]);
  });

  it("keep the baseline when they change, and apply from the next run on", async () => {
    const { id, monitors } = await watch();
    expect((await resultOf(monitors, id, { clock: "13:37" })).changed).to.equal(true);
    const { baselineRunId } = await monitors.get(id);
    const { monitor } = await monitors.call<{ monitor: { capture: object } }>("PATCH", `/${id}`, {
      capture: { ignoreRegions: [clockArea] },
    });
    expect(monitor.capture).to.deep.include({ ignoreRegions: [clockArea] });
    expect((await resultOf(monitors, id, { clock: "13:38" })).changed).to.equal(false);
    const ended = await until(async () => {
      const now = await monitors.get(id);
      return now.incident === null && now;
    });
    expect(ended.baselineRunId).to.equal(baselineRunId);
  });

  it("follow the elements of a selector to another place", async () => {
    const { id, monitors } = await watch({ ignoreRegions: [{ selector: "div" }, { selector: ".missing" }] });
    const moved = await resultOf(monitors, id, { clock: "13:37", banner: true });
    expect(moved).to.include({ ignoredRegionCount: 1 });
    expect(moved.regions?.map(({ status, y, height }) => ({ status, y, height }))).to.deep.equal([
      { status: "added", y: 0, height: 100 },
    ]);
    const far = await resultOf(monitors, id, { clock: "13:37", isLast: true });
    const rows = far.regions?.flatMap(({ y, height }) => [y, y + height]) ?? [];
    expect(far.regions?.length).to.be.greaterThan(0);
    expect(Math.max(...rows)).to.be.at.most(900);
  });

  it("do not report the changed text of an ignored element, and report the text beside it", async () => {
    const { id, monitors } = await watch({ ignoreRegions: [{ selector: "div" }] });
    expect((await resultOf(monitors, id, { clock: "13:37" })).changed).to.equal(false);
    expect((await resultOf(monitors, id, { clock: "13:37", price: "€89" })).changed).to.equal(true);
  });

  it("take in a new selector without another baseline", async () => {
    const { id, monitors } = await watch();
    const { baselineRunId } = await monitors.get(id);
    await monitors.call("PATCH", `/${id}`, { capture: { ignoreRegions: [{ selector: "div" }] } });
    const {
      changed,
      ignoredRegionCount,
      baselineRunId: comparedWith,
    } = await resultOf(monitors, id, { clock: "13:37" });
    expect({ changed, ignoredRegionCount, comparedWith }).to.deep.equal({
      changed: false,
      ignoredRegionCount: 1,
      comparedWith: baselineRunId,
    });
  });

  it("hide the regions of the page that they cover", async () => {
    const { id, monitors } = await watch({ regions: true, ignoreRegions: [clockArea] });
    const { changed, pageRegions } = await resultOf(monitors, id, { clock: "time for a new line of text" });
    expect({ changed, pageRegions }).to.deep.equal({ changed: false, pageRegions: [] });
  });
});

import { expect } from "chai";
import type { BaselineEntry, IncidentEntry } from "#schemas/monitor/history.ts";
import { type Monitors, monitorsOf, smallCapture } from "../support/monitors.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageIn = (colour: string) => `<!doctype html><title>Colour</title><body style="background:${colour}"><p>One</p>`;

describe("the history of a monitor", function () {
  this.timeout(90_000);
  let monitors: Monitors;

  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  const caller = useCaller(pipeline);
  before(() => {
    site.release();
    monitors = monitorsOf(pipeline, caller, `${site.url}/colour`);
  });

  const baselines = async (id: string) =>
    (await monitors.call<{ baselines: BaselineEntry[] }>("GET", `/${id}/baselines`)).baselines;
  const incidents = async (id: string) =>
    (await monitors.call<{ incidents: IncidentEntry[] }>("GET", `/${id}/incidents`)).incidents;
  /** The baselines as run and setter, once there are `count`. */
  const setters = (id: string, count: number) =>
    until(async () => {
      const list = await baselines(id);
      return list.length >= count && list.map(({ runId, by }) => [runId, by]);
    });
  const runIn = async (id: string, colour: string) => {
    site.page = pageIn(colour);
    return (await monitors.runNow(id)).id;
  };
  const choose = async (id: string, runId: string) =>
    (await monitors.call("POST", `/${id}/baseline`, { runId })).status;
  const ended = (id: string) => until(async () => (await monitors.get(id)).incident === null);

  it("names each baseline with its setter, and a person can go back to an earlier one", async () => {
    site.page = pageIn("white");
    const { id } = await monitors.create({ baselineMode: "fixed" });
    const first = await monitors.based(id);
    expect(await setters(id, 1)).to.deep.equal([[first, "first_run"]]);
    expect(await incidents(id)).to.deep.equal([]);

    const changed = await runIn(id, "black");
    const [open] = await until(async () => (await incidents(id)).length > 0 && incidents(id));
    expect(open).to.deep.include({ type: "change", runId: changed, closedAt: null, reason: null });
    expect(open?.id).to.equal((await monitors.get(id)).incident?.id);
    expect(await choose(id, changed)).to.equal(200);
    await ended(id);
    expect(await setters(id, 2)).to.deep.equal([
      [changed, "owner"],
      [first, "first_run"],
    ]);
    const [chosen] = await until(async () => (await incidents(id))[0]?.closedAt !== null && incidents(id));
    expect(chosen).to.include({ id: open?.id, openedAt: open?.openedAt, reason: "baseline_chosen" });

    expect(await choose(id, first)).to.equal(200);
    expect(await setters(id, 3)).to.deep.equal([
      [first, "owner"],
      [changed, "owner"],
      [first, "first_run"],
    ]);
    const again = await runIn(id, "black");
    expect((await monitors.runOf(id, again)).result).to.include({ changed: true, baselineRunId: first });
    await runIn(id, "white");
    await ended(id);
    const past = (await incidents(id)).map(({ runId, reason }) => [runId, reason]);
    expect(past).to.deep.equal([
      [again, "restored"],
      [changed, "baseline_chosen"],
    ]);
  });

  it("says which baselines are comparable with the current capture", async () => {
    site.page = pageIn("white");
    const { id } = await monitors.create();
    const first = await monitors.based(id);
    const second = await runIn(id, "white");
    expect(await setters(id, 2)).to.deep.equal([
      [second, "rolling"],
      [first, "first_run"],
    ]);
    expect((await baselines(id)).map(({ comparable }) => comparable)).to.deep.equal([true, true]);
    expect(await choose(id, first)).to.equal(200);
    await setters(id, 3);
    await monitors.call("PATCH", `/${id}`, { capture: { ...smallCapture, timeout: 45 } });
    const renewed = await runIn(id, "white");
    await setters(id, 4);
    const list = await baselines(id);
    expect(list[0]).to.deep.include({ runId: renewed, by: "first_run", comparable: true });
    expect(list.slice(1).map(({ comparable }) => comparable)).to.deep.equal([false, false, false]);
    expect(await choose(id, first)).to.equal(409);
  });
});

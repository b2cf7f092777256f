import { expect } from "chai";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { linkIn } from "../support/mails.ts";
import { type Monitors, type WatchedPage, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageWith = (price: string, colour = "white") =>
  `<!doctype html><title>Prices</title><style>body{margin:0;font:16px sans-serif;background:${colour}}</style><main style="height:880px"><p>Lamp, ${price} each</p></main>`;

describe("a monitor's threshold", function () {
  this.timeout(120_000);
  let monitors: Monitors;

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host] });
  before(() => {
    site.release();
  });

  /** A monitor of the page at its first price. */
  async function watch(name: string, body: Record<string, unknown>): Promise<WatchedPage> {
    site.page = pageWith("€39");
    const watched = await watchPage({ pipeline, receiver, url: `${site.url}/prices` }, name, body);
    monitors = watched.monitors;
    return watched;
  }

  async function run(id: string, page: string): Promise<MonitorRun> {
    site.page = page;
    return monitors.runNow(id);
  }

  const incidentOf = (id: string, open: boolean) =>
    until(async () => ((await monitors.get(id)).incident !== null) === open);

  it("of 0, the default, is reached by one changed digit", async () => {
    const { id, events, mails } = await watch("default", { capture: {} });
    const changed = await run(id, pageWith("€89"));
    expect(changed.differenceRatio).to.be.within(1e-7, 1e-4);
    expect(changed.result).to.include({ changed: true, belowThreshold: false, threshold: 0 });
    await incidentOf(id, true);
    const [event] = await events(1);
    expect(event?.type).to.equal("monitor.change_detected");
    expect(event?.data).to.include({ runId: changed.id, belowThreshold: false });
    expect(event?.data).to.not.have.property("changedBelowThreshold");
    expect((await mails(1))[0]?.TextBody).to.include("(alerts on any visible change)");
    const same = await run(id, pageWith("€89"));
    expect(same.result).to.include({ changed: false, belowThreshold: false, differenceRatio: 0 });
  });

  it("reports a difference below it in the run, the list of runs and the next message", async () => {
    const { id, events, mails } = await watch("below", { changeThreshold: 0.5 });
    const small = await run(id, pageWith("€89"));
    expect(small.result).to.include({ changed: false, belowThreshold: true });
    const again = await run(id, pageWith("€89"));
    expect(again.result).to.include({ belowThreshold: false, differenceRatio: 0 });
    const smaller = await run(id, pageWith("€89."));
    expect(smaller.result).to.include({ belowThreshold: true });
    const listed = await monitors.runsOf(id);
    expect(listed.map(({ result }) => result?.belowThreshold)).to.deep.equal([true, false, true, undefined]);
    expect((await monitors.get(id)).incident).to.equal(null);

    const changed = await run(id, pageWith("€89.", "black"));
    expect(changed.result).to.include({ changed: true, belowThreshold: false });
    const [event] = await events(1);
    const largest = (small.differenceRatio ?? 0) > (smaller.differenceRatio ?? 0) ? small : smaller;
    expect(event?.type).to.equal("monitor.change_detected");
    expect(event?.data["changedBelowThreshold"]).to.deep.equal({
      runs: 2,
      runId: largest.id,
      differenceRatio: largest.differenceRatio,
    });
    const [mail] = await mails(1);
    const share = Number((100 * (largest.differenceRatio ?? 0)).toPrecision(3));
    expect(mail?.TextBody).to.include(
      `Changed below your threshold: 2 runs since the last message; the largest changed ${share} % of the picture (run ${largest.id})`,
    );
    const picture = await fetch(linkIn(mail ?? {}, "The change below your threshold"));
    expect([picture.status, picture.headers.get("content-type")]).to.deep.equal([200, "image/jpeg"]);
  });

  for (const baselineMode of ["fixed", "rolling"])
    it(`ends an incident when a difference from a ${baselineMode} baseline stays below it, and the message states that`, async () => {
      const { id, events, mails } = await watch(`ended-${baselineMode}`, { changeThreshold: 0.5, baselineMode });
      await monitors.call("PATCH", `/${id}`, { alerts: { notifyRecovery: true } });
      await run(id, pageWith("€39", "#fdd"));
      await incidentOf(id, true);
      const small = await run(id, pageWith("€89", baselineMode === "fixed" ? "white" : "#fdd"));
      expect(small.result).to.include({ changed: false, belowThreshold: true });
      await incidentOf(id, false);
      const [, ended] = await events(2);
      expect(ended?.type).to.equal("monitor.change_recovered");
      expect(ended?.data).to.deep.include({
        reason: "below_threshold",
        belowThreshold: true,
        changedBelowThreshold: { runs: 1, runId: small.id, differenceRatio: small.differenceRatio },
      });
      const [, mail] = await mails(2);
      expect(mail?.Subject).to.equal("Prices changed below its threshold");
      expect(mail?.TextBody)
        .to.include(`(run ${small.id})`)
        .and.not.match(/not changed again|changed back|as it did before|kept the change|does not differ/);
      await run(id, pageWith("€89", "teal"));
      const [, , next] = await events(3);
      expect(next?.data).to.not.have.property("changedBelowThreshold");
    });

  it("keeps the baseline when only the confirming capture stays below it, and the run reports that", async () => {
    const { id } = await watch("confirming", { changeThreshold: 0.5 });
    const { baselineRunId } = await monitors.idle(id);
    const before = site.seen.length;
    const settle = until(async () => site.seen.length > before && ((site.page = pageWith("€89")), true));
    const found = await run(id, pageWith("loading", "black"));
    await settle;
    expect(found.result).to.include({ changed: false, transient: true, belowThreshold: true });
    expect(await monitors.idle(id)).to.include({ baselineRunId, incident: null });
    const [confirmation] = await monitors.runsOf(id);
    expect(confirmation).to.nested.include({ trigger: "confirmation", "result.belowThreshold": true });
  });
});

import { expect } from "chai";
import type { IncidentEntry } from "#schemas/monitor/history.ts";
import { at } from "../api/support/fields.ts";
import { smallCapture, watchPage } from "../support/monitors.ts";
import { usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const priceOf = (amount: number) =>
  `<!doctype html><title>Price</title><body><main><p>The price is ${amount} euro.</p>`;

/** The last passage that an event shows as changed; empty where it shows none. */
function lastChangeOf(data: unknown): unknown {
  const changes = at(data, "text.changes");
  return (Array.isArray(changes) ? changes.at(-1) : undefined) ?? "";
}

describe("a monitor's messages about one change after another", function () {
  this.timeout(120_000);

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host], openBrowser: openSketchBrowser });
  before(() => {
    site.release();
  });

  /** Watches a page through these prices. `type` and price of each event, in order. */
  async function watch(name: string, prices: readonly number[], body: Record<string, unknown>) {
    site.page = priceOf(39);
    const capture = { ...smallCapture, text: true, changeOn: "text" };
    const alerts = { webhook: { url: `${receiver.url}/${name}` } };
    const page = { pipeline, receiver, url: `${site.url}/${name}` };
    const { id, monitors, events, mails } = await watchPage(page, name, { capture, alerts, ...body });
    for (const price of prices) {
      site.page = priceOf(price);
      await monitors.runNow(id);
      await monitors.idle(id);
    }
    const said = async (count: number) =>
      (await events(count)).map(({ type, data }) => [
        type.replace("monitor.", ""),
        /(\d+) euro/.exec(JSON.stringify(lastChangeOf(data)))?.[1],
      ]);
    /** The ends of the incidents and their further changes, once they are these. */
    const ended = (...ends: readonly [reason: IncidentEntry["reason"], updates: number][]) =>
      until(async () => {
        const { incidents } = await monitors.call<{ incidents: IncidentEntry[] }>("GET", `/${id}/incidents`);
        const found = incidents.map(({ reason, updates }) => [reason, updates.length]);
        return JSON.stringify(found) === JSON.stringify(ends);
      });
    return { id, monitors, said, mails, ended };
  }

  it("name each of three changes, with a rolling baseline", async () => {
    const { said, mails, ended } = await watch("rolling", [35, 29, 19], { baselineMode: "rolling" });
    expect((await said(3)).map(([type]) => type)).to.deep.equal(Array.from({ length: 3 }, () => "change_detected"));
    const texts = (await mails(3)).map(({ TextBody = "" }) => TextBody);
    for (const [index, price] of [35, 29, 19].entries()) expect(texts[index]).to.include(String(price));
    await ended([null, 0], ["changed_again", 0], ["changed_again", 0]);
  });

  it("name each change of a fixed baseline's page once, and its end", async () => {
    const prices = [35, 35, 29, 29, 39];
    const { said, mails, ended } = await watch("fixed", prices, { baselineMode: "fixed" });
    expect((await said(3)).map(([type]) => type)).to.deep.equal([
      "change_detected",
      "change_updated",
      "change_recovered",
    ]);
    const subjects = (await mails(3)).map(({ Subject = "" }) => Subject);
    expect(subjects[1]).to.match(/^Prices: .*39.* → .*29/);
    await ended(["restored", 1]);
  });

  it("tell a further change of an acknowledged one", async () => {
    const { id, monitors, said } = await watch("acknowledged", [35], { baselineMode: "fixed" });
    await said(1);
    await monitors.call("POST", `/${id}/acknowledge`);
    site.page = priceOf(29);
    const run = await monitors.runNow(id);
    expect((await said(2)).map(([type]) => type)).to.deep.equal(["change_detected", "change_updated"]);
    await until(async () => (await monitors.get(id)).incident?.updates.at(-1)?.runId === run.id);
  });
});

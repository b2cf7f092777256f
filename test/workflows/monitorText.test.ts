import { expect } from "chai";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { type Monitors, monitorsOf, watchPage } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

type Parts = { price?: string; clock?: string; left?: number; ad?: string; framed?: string };

/** A page with a price and a clock. `left` moves all of it to the right, in pixels. */
const pageWith = ({
  price = "€39",
  clock = "12:00",
  left = 0,
  ad = "Buy shoes today",
  framed,
}: Parts) => `<!doctype html>
<title>Prices</title><style>body{margin:0;font:16px sans-serif}main{margin-left:${left}px}</style>
<main><h1>Lamps</h1><p>The lamp costs ${price} each, and <a href="/cart?session=${clock}">delivery</a> is free.</p>
<p>Updated at ${clock} by the shop.</p><p class="ad">${ad}</p>${framed === undefined ? "" : `<iframe srcdoc="<p>${framed}</p>"></iframe>`}</main>`;

describe("a monitor's text", function () {
  this.timeout(120_000);

  const site = useResource(startHeldSite);
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({ allow: () => [site.host, receiver.host] });
  before(() => {
    site.release();
  });

  type Watched = { id: string; monitors: Monitors };

  /** A monitor with a fixed baseline of the plain page. */
  async function watch(capture: Record<string, unknown>): Promise<Watched> {
    site.page = pageWith({});
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, `${site.url}/prices`);
    const { id } = await monitors.create({ baselineMode: "fixed", capture: { width: 320, height: 240, ...capture } });
    await monitors.based(id);
    return { id, monitors };
  }

  async function runWith({ id, monitors }: Watched, parts: Parts): Promise<MonitorRun> {
    site.page = pageWith(parts);
    return monitors.runNow(id);
  }

  it("is kept as Markdown, and its words are compared", async () => {
    const watched = await watch({ text: true, changeOn: "text" });
    const { result, credits } = await runWith(watched, { price: "€45" });
    expect(result?.text).to.deep.include({
      changed: true,
      addedWords: 1,
      removedWords: 1,
      changes: [
        { change: "removed", words: "The lamp costs €39 each, and delivery is" },
        { change: "added", words: "The lamp costs €45 each, and delivery is" },
      ],
      diff: [
        "--- baseline",
        "+++ run",
        "@@ -1,4 +1,4 @@",
        " Lamps",
        "-The lamp costs €39 each, and delivery is free.",
        "+The lamp costs €45 each, and delivery is free.",
        " Updated at 12:00 by the shop.",
        " Buy shoes today",
        "",
      ].join("\n"),
    });
    expect(result).to.include({ changed: true, pictureCompared: false });
    expect(result).to.not.have.any.keys("comparedPixels", "differenceRatio", "regions");
    expect(credits).to.deep.equal({ charged: 1, refunded: 0, net: 1 });
    const kept = await fetch(result?.markdown?.url ?? "");
    expect(kept.headers.get("content-type")).to.equal("text/markdown; charset=utf-8");
    expect(await kept.text()).to.equal(
      "# Lamps\n\nThe lamp costs €45 each, and delivery is free.\n\nUpdated at 12:00 by the shop.\n\nBuy shoes today\n",
    );
    const diff = await fetch(result?.text?.diffOutput?.url ?? "");
    expect(await diff.text()).to.equal(result?.text?.diff);
  });

  it("has the words of frames", async () => {
    const watched = await watch({ text: true, changeOn: "text", expect: { absent: ["Sold out"] } });
    const { result } = await runWith(watched, { framed: "There are 12 lamps left in our shop" });
    expect(result?.text?.changes).to.deep.equal([{ change: "added", words: "There are 12 lamps left in our shop" }]);
    expect(result?.page.frames).to.deep.equal({ read: 1 });
    const { status, error } = await runWith(watched, { framed: "Sold out" });
    expect([status, error?.code]).to.deep.equal(["failed", "page_text"]);
  });

  it("does not alarm for a moved pixel, and a picture does", async () => {
    const byText = await runWith(await watch({ text: true, changeOn: "text" }), { left: 40 });
    expect(byText.result).to.include({ changed: false }).and.not.have.property("regions");
    expect(byText.result?.text).to.deep.equal({
      changed: false,
      addedWords: 0,
      removedWords: 0,
      changes: [],
      diff: "",
    });
    const byEither = await runWith(await watch({ text: true, changeOn: "either" }), { left: 40 });
    expect(byEither.result).to.include({ changed: true });
    expect(byEither.result?.text?.changed).to.equal(false);
    expect(byEither.credits.net).to.equal(2);
  });

  it("is shown and does not alarm if only the picture counts", async () => {
    const watched = await watch({ text: true, ignoreRegions: [{ x: 0, y: 0, width: 320, height: 1000 }] });
    const { result } = await runWith(watched, { price: "€45" });
    expect(result).to.include({ changed: false, differenceRatio: 0 });
    expect(result?.text).to.include({ changed: true, addedWords: 1, removedWords: 1 });
  });

  it("is compared without what the patterns match and without ignored elements", async () => {
    const watched = await watch({
      text: true,
      changeOn: "text",
      ignoreText: ["\\d{1,2}:\\d{2}", "(?i)^updated .* shop"],
      ignoreRegions: [{ selector: ".ad" }],
    });
    const quiet = await runWith(watched, { clock: "13:37", ad: "Sell your car" });
    expect(quiet.result?.text).to.include({ changed: false });
    const loud = await runWith(watched, { clock: "13:37", ad: "Sell your car", price: "€45" });
    expect(loud.result?.text?.diff).not.to.match(/13:37|car/u);
    expect(loud.result).to.include({ changed: true });
  });

  it("keeps the baseline when its patterns change, and applies them from the next run on", async () => {
    const watched = await watch({ text: true, changeOn: "text" });
    const { id, monitors } = watched;
    expect((await runWith(watched, { clock: "13:37" })).result?.changed).to.equal(true);
    const { baselineRunId } = await monitors.get(id);
    await monitors.call("PATCH", `/${id}`, { capture: { ignoreText: ["\\d+:\\d+"] } });
    expect((await runWith(watched, { clock: "13:38" })).result?.changed).to.equal(false);
    const ended = await until(async () => {
      const now = await monitors.get(id);
      return now.incident === null && now;
    });
    expect(ended.baselineRunId).to.equal(baselineRunId);
  });

  it("is in the alerts: the first changed words, marked as added or removed", async () => {
    site.page = pageWith({});
    const watched = await watchPage({ pipeline, receiver, url: `${site.url}/prices` }, "words", {
      baselineMode: "fixed",
      capture: { width: 320, height: 240, text: true, changeOn: "text" },
    });
    const { result } = await runWith(watched, { price: "€45" });
    const [event] = await watched.events(1);
    expect(event?.type).to.equal("monitor.change_detected");
    const { diff: _diff, diffOutput: _diffOutput, ...counts } = result?.text ?? {};
    expect(event?.data).to.deep.include({ text: counts, pictureCompared: false });
    const diff = await fetch(String(event?.data["diffUrl"]));
    expect(await diff.text()).to.include("+The lamp costs €45 each");
    const [mail] = await watched.mails(1);
    expect(mail?.TextBody).to.include(
      "− The lamp costs €39 each, and delivery is\n+ The lamp costs €45 each, and delivery is\n",
    );
  });
});

import { expect } from "chai";
import { outageKinds } from "../support/outages/outageKinds.ts";
import {
  attemptsOf,
  isMendable,
  type OutagePage,
  visitPage,
  type Watch,
  type Watched,
  watchPages,
} from "../support/outages/watchOutages.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startReceiver } from "../support/receiver.ts";
import { openPages } from "../support/sketches/sketchBrowser.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

/** Rounds of outages after the first ones. Each has more than 500 runs, and 120 changes. `npm run outages` sets it. */
const rounds = Number(process.env["OUTAGE_ROUNDS"] ?? 0);

type Told = { type: string; data: { runId: string; error?: { code: string; message: string; evidence?: string[] } } };

describe("forty kinds of outages", function () {
  this.timeout(300_000 + rounds * 600_000);
  const pages = new Map<string, OutagePage>(
    outageKinds.map((kind) => [`${kind.name}.example.com`, { kind, price: 60, isOut: false, lastOut: 0 }]),
  );
  const receiver = useResource(startReceiver);
  const pipeline = usePipeline({
    allow: () => [receiver.host],
    openBrowser: openPages(async ({ spec }) => {
      const page = pages.get(new URL(spec.url).host);
      if (page === undefined) throw new Error(`There is no page ${spec.url}.`);
      return visitPage(page, spec.url);
    }),
    more: { WATCHFRAME_RETRY_SECONDS: "0" },
  });

  it("are told once each with their reasons, are no change, and hide none", async () => {
    expect(outageKinds).to.have.length(40);
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const watch = await watchPages({ pipeline, caller, receiver }, pages);
    await failAll(watch, 3);
    await watch.runAll(() => 0);
    await failAll(watch, 1);
    await changeAll(watch);
    for (let round = 1; round <= rounds; round += 1) {
      // A hiccup, and the price has changed when the page is back.
      for (const page of pages.values()) page.lastOut = isMendable(page.kind) ? attemptsOf(page.kind) : 0;
      await changeAll(watch, ({ page }) => (isMendable(page.kind) ? 2 : 1));
      await failAll(watch, 1);
      await changeAll(watch);
      await failAll(watch, 3);
      await changeAll(watch);
    }
    for (const watched of watch.all) await expectTold(watched);
    const runs = watch.all.reduce((sum, watched) => sum + watched.runs, 0);
    expect(await watch.countRuns()).to.equal(runs);
    const messages = watch.all.flatMap((watched) => messagesOf(watched));
    const resourceId = { $in: watch.all.map(({ id }) => id) };
    expect(await pipeline.database.deliveries.countDocuments({ resourceId })).to.equal(messages.length);
    expect(runs).to.be.at.least(400 + rounds * 500);
    expect(watch.all.flatMap(({ changedIn }) => changedIn)).to.have.length(40 + rounds * 120);
  });

  /** An outage of so many runs in a row. It is told at the third one, and a broken expectation at the first one. */
  async function failAll(watch: Watch, runs: number): Promise<void> {
    for (const page of pages.values()) page.isOut = true;
    for (let run = 1; run <= runs; run += 1) {
      await watch.runAll(({ page: { kind } }) => (isMendable(kind) && !(kind.needsExpect && run > 1) ? 1 : 0));
    }
    for (const page of pages.values()) page.isOut = false;
  }

  /** A new price on all pages, which the next run finds. A second capture confirms it. */
  async function changeAll(watch: Watch, more: (watched: Watched) => number = () => 1): Promise<void> {
    for (const page of pages.values()) page.price -= 1;
    await watch.findChanges(more);
  }

  /** The messages that a monitor must have sent. */
  function messagesOf({ page: { kind } }: Watched): string[] {
    const expectation = ["expectation_broken", "expectation_recovered"];
    const long = kind.needsExpect ? expectation : ["failed", "failure_recovered"];
    const short = kind.needsExpect ? expectation : [];
    const first = [...long, ...short, "change"];
    const round = ["change", ...short, "change", ...long, "change"];
    return [...first, ...Array.from({ length: rounds }, () => round).flat()];
  }

  async function expectTold(watched: Watched): Promise<void> {
    const { kind } = watched.page;
    const wanted = messagesOf(watched);
    const told = await until(async () => {
      const received = receiver.received.filter(({ path }) => path === `/${kind.name}`);
      return received.length >= wanted.length && received.map(({ body }): Told => JSON.parse(body));
    });
    const typeOf = ({ type }: Told) =>
      type.replace(/^monitor\./u, "").replace(/^change_(?:detected|updated)$/u, "change");
    expect(told.map(typeOf), kind.name).to.deep.equal(wanted);
    const changedIn = told.filter((one) => typeOf(one) === "change").map(({ data }) => data.runId);
    expect(changedIn, kind.name).to.deep.equal(watched.changedIn);
    for (const { type, data } of told) {
      if (!/failed|broken/u.test(type)) continue;
      expect(kind.codes, kind.name).to.include(data.error?.code);
      expect([data.error?.message, ...(data.error?.evidence ?? [])].join("\n"), kind.name).to.include(kind.sign);
    }
  }
});

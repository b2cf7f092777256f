import { type RenderErrorCode, renderErrors } from "#schemas/renders/errors.ts";
import { textAt } from "../../api/support/fields.ts";
import { smallCapture } from "../monitors.ts";
import type { Caller, Pipeline } from "../pipeline.ts";
import type { Receiver } from "../receiver.ts";
import { type Answer, answerWith } from "../sketches/visitSite.ts";
import { until } from "../until.ts";
import { expectedText, type OutageKind } from "./outageKinds.ts";

/** The pages of the monitors by their host, and what they show. */
export type OutagePage = {
  kind: OutageKind;
  price: number;
  isOut: boolean;
  /** Visits that still meet the outage when it is over. */
  lastOut: number;
};

/** Answers a visit of a page. */
export function visitPage(page: OutagePage, url: string): Answer {
  if (page.isOut) return page.kind.answer(url);
  if (page.lastOut > 0) {
    page.lastOut -= 1;
    return page.kind.answer(url);
  }
  return answerWith(url, `<!doctype html><title>Shop</title><main><p>The price is ${page.price} €</p><p>Imprint</p>`);
}

/** A watched page. `runs` counts the runs that it must have had, and `changedIn` are those that saw a new price. */
export type Watched = { id: string; page: OutagePage; runs: number; changedIn: string[] };

/** Whether further tries may mend the outage. */
export function isMendable({ codes }: OutageKind): boolean {
  return codes.every((code) => renderErrors[code].retryable);
}

/** Tries of one capture that meets the outage. */
export function attemptsOf({ codes }: OutageKind): number {
  return Math.max(...codes.map((code: RenderErrorCode) => renderErrors[code].attempts));
}

/** Monitors of many pages, which run side by side. */
export type Watch = {
  all: readonly Watched[];
  /** Runs each monitor by hand. `more` is the number of further tries and confirming runs that it must have. */
  runAll(more: (watched: Watched) => number): Promise<void>;
  /** Runs each monitor, whose page has a new price. */
  findChanges(more: (watched: Watched) => number): Promise<void>;
  /** The number of all runs that have ended. */
  countRuns(): Promise<number>;
};

type Setting = { pipeline: Pipeline; caller: Caller; receiver: Receiver };

/** Watches pages by their hosts, half of them with a rolling baseline, and waits for the first baselines. */
export async function watchPages(
  { pipeline, caller, receiver }: Setting,
  pages: Iterable<[host: string, page: OutagePage]>,
): Promise<Watch> {
  const { runs, monitors } = pipeline.database;
  const all = await Promise.all(
    [...pages].map(async ([host, page], index): Promise<Watched> => {
      const { name, needsExpect } = page.kind;
      const body = {
        name,
        url: `https://${host}/`,
        intervalMinutes: 60,
        baselineMode: index % 2 === 0 ? "rolling" : "fixed",
        capture: { ...smallCapture, ...(needsExpect && { expect: expectedText }) },
        alerts: { email: { account: false }, webhook: { url: `${receiver.url}/${name}` } },
      };
      const reply = await caller.call("POST", "/render/monitors", body);
      const id = textAt(await reply.json(), "monitor.id");
      return { id, page, runs: 1, changedIn: [] };
    }),
  );
  const monitorId = { $in: all.map(({ id }) => id) };
  const countRuns = () => runs.countDocuments({ monitorId, completedAt: { $ne: null } });
  const ended = async () => {
    const wanted = all.reduce((sum, watched) => sum + watched.runs, 0);
    await until(async () => (await countRuns()) >= wanted);
    await until(async () => (await monitors.countDocuments({ runId: { $ne: null } })) === 0);
  };
  const runAll: Watch["runAll"] = async (more) => {
    for (const watched of all) watched.runs += 1 + more(watched);
    const accepted = async (id: string) => (await caller.call("POST", `/render/monitors/${id}/run`)).status === 202;
    await Promise.all(all.map(({ id }) => until(() => accepted(id))));
    await ended();
  };
  await ended();
  return {
    all,
    runAll,
    async findChanges(more) {
      await runAll(more);
      for (const watched of all) {
        const filter = { monitorId: watched.id, trigger: { $ne: "confirmation" } } as const;
        const [last] = await runs.find(filter).sort({ _id: -1 }).limit(1).toArray();
        watched.changedIn.push(last?._id ?? "");
      }
    },
    countRuns,
  };
}

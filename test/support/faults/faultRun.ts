import { setTimeout as sleep } from "node:timers/promises";
import type { HostReply } from "../loggedSite.ts";
import { until } from "../until.ts";
import { breakAtRandom } from "./breakAtRandom.ts";
import { expectLedgerInStep, expectOneBodyAnId } from "./expectInStep.ts";
import { batches, crawls, linksOf, schedules } from "./manyPages.ts";
import { monitors, watchedPage } from "./monitors.ts";
import { cancelledRenders, retriedRenders, singleRenders } from "./renders.ts";
import { seeded } from "./seeded.ts";
import { type Setting, within } from "./work.ts";

const kinds = [singleRenders, cancelledRenders, retriedRenders, batches, crawls, schedules, monitors];
/** More is not asked for while so many jobs wait: a run of any length ends soon after its last fault. */
const maxOpen = 20;
/** How long the page of a render that is to be cancelled takes, milliseconds. */
const slow = 3_000;

/** Milliseconds in which work is submitted, and mean milliseconds between two faults. */
export type FaultRun = { duration: number; between: number; seed: number };

/** The amount of accepted work by kind, and the number of faults by part. */
export type FaultFigures = { work: Record<string, number>; faults: Record<string, number> };

/**
 * Submits work of every kind while parts of the stack break at random. Then waits for all accepted work and checks it:
 * nothing is lost, nothing is charged or sent twice, and the account's count equals its ledger.
 */
export async function faultRun(
  { running, hosts, receiver }: Pick<Setting, "running" | "hosts" | "receiver">,
  { duration, between, seed }: FaultRun,
): Promise<FaultFigures> {
  const random = seeded(seed);
  const mended = new Set<string>();
  for (const host of hosts) host.answer = (path) => pageOf(path, mended);
  const works = kinds.map((kind) => kind({ running, hosts, receiver, random, mended }));
  const end = Date.now() + duration;
  // Its own numbers, so that neither depends on how fast the other goes.
  const breaking = breakAtRandom(running.stack, { until: end, between, random: seeded(seed + 1) });
  for (let round = 0; Date.now() < end; round += 1) {
    const caller = running.callers[round % running.callers.length] ?? running.caller;
    await Promise.all(works.map((work) => work.submit(caller, round)));
    do await sleep(between / 4);
    while (Date.now() < end && (await openJobs(running)) > maxOpen);
  }
  const faults = await breaking;
  await until(() => answers(running), within);
  const work: Record<string, number> = {};
  for (const { name, expectEnded } of works) work[name] = await expectEnded();
  await expectNothingOpen(running);
  await expectLedgerInStep(running);
  expectOneBodyAnId(receiver);
  return { work, faults };
}

function pageOf(path: string, mended: ReadonlySet<string>): HostReply {
  const links = linksOf(path).map((href) => `<a href="${href}">${href}</a>`);
  return {
    html: path.startsWith("/watched/") ? watchedPage(Date.now()) : links.join(""),
    delay: path.startsWith("/slow/") ? slow : 0,
    drop: path.startsWith("/dropped/") && !mended.has(path),
  };
}

/** Whether the database is back, which the last fault may have been of. */
function answers({ database }: Setting["running"]): Promise<boolean> {
  return database.ping().then(
    () => true,
    () => false,
  );
}

/** Jobs under way; many where the database does not say. */
async function openJobs({ database, caller }: Setting["running"]): Promise<number> {
  const { accountId } = caller;
  return database.jobs
    .countDocuments({ accountId, status: { $in: ["queued", "in_progress"] } }, { timeoutMS: 2_000 })
    .catch(() => Infinity);
}

/** Work must also end if the API accepted it and died before its reply. */
async function expectNothingOpen(running: Setting["running"]): Promise<void> {
  const { database, caller } = running;
  const { accountId } = caller;
  await until(async () => (await database.outbox.countDocuments({})) === 0, within);
  await until(async () => (await database.crawls.countDocuments({ accountId, completedAt: null })) === 0, within);
  await until(async () => (await openJobs(running)) === 0, within);
}

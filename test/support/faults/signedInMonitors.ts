import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { textAt } from "../../api/support/fields.ts";
import { smallCapture } from "../monitors.ts";
import { signInBody, signInCalls } from "../signInCalls.ts";
import { type SignInSite, siteNames, siteUser } from "../signInSite.ts";
import type { RunningStack } from "../stack.ts";
import { until } from "../until.ts";
import { within } from "./work.ts";

/** A form in the page itself, one in a frame, and one in a shadow tree. Each has a user of its own. */
const forms = [
  { name: "plain", path: "/login", frame: undefined, isRemembered: true },
  { name: "framed", path: "/framed-login", frame: "#log-in", isRemembered: false },
  { name: "shadow", path: "/shadow-login", frame: undefined, isRemembered: false },
] as const;

/** A step with its element in a frame. */
const inFrame = (step: object, frame: string) =>
  Object.fromEntries(Object.entries(step).map(([action, options]) => [action, { ...options, frame }]));

/** Makes a sign-in for each form, and waits until all are signed in. */
export async function signInByEachForm({ caller }: RunningStack, site: SignInSite): Promise<void> {
  await caller.call("POST", "/secrets", { name: "password", value: siteUser.password });
  const calls = signInCalls(caller);
  const ids = await Promise.all(
    forms.map(({ name, path, frame, isRemembered }, index) => {
      const { steps, ...body } = signInBody(site, name, siteNames[index]);
      const remember = { check: { target: { label: "Remember me" } } };
      const [user, ...rest] = steps;
      const all = [user, ...(isRemembered ? [remember] : []), ...rest];
      const own = all.map((step) => (frame === undefined || step === undefined ? step : inFrame(step, frame)));
      return calls.create({ ...body, url: `${site.url}${path}`, steps: own });
    }),
  );
  for (const id of ids) expect(await calls.ended(id)).to.include({ status: "signed_in", failure: null });
}

/** Makes monitors of pages behind the log-ins, each of which shows what it compares. Returns their ids, once all have a baseline. */
export async function watchSignedIn(running: RunningStack, site: SignInSite, count: number): Promise<string[]> {
  const { caller, database } = running;
  const ids = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const signIn = forms[index % forms.length]?.name;
      const reply = await caller.call("POST", "/render/monitors", {
        name: `Behind ${index}`,
        url: `${site.url}/account/${index}`,
        intervalMinutes: 60,
        capture: { ...smallCapture, signIn, text: true, changeOn: "either" },
      });
      return textAt(await reply.json(), "monitor.id");
    }),
  );
  const based = { _id: { $in: ids }, "state.baselineRunId": { $ne: null } };
  await until(async () => (await database.monitors.countDocuments(based)) === count, within);
  return ids;
}

/** Runs each monitor once by hand, and waits until none runs. A monitor whose last run is just ending is asked again. */
export async function runEach({ caller, database }: RunningStack, ids: readonly string[]): Promise<void> {
  const accepted = async (id: string) => {
    const { status } = await caller.call("POST", `/render/monitors/${id}/run`);
    return status === 202;
  };
  await Promise.all(ids.map((id) => until(() => accepted(id), within)));
  const open = { monitorId: { $in: [...ids] }, completedAt: null };
  await until(async () => (await database.runs.countDocuments(open)) === 0, within);
}

/** The faults of a run: sessions that end, and workers that die. `random` returns numbers from 0 to 1. */
export type SignInFaults = { betweenMs: number; maxKills: number; isOver: () => boolean; random: () => number };

/** Sessions that end between two kills, so that a worker has time to start. */
const endsPerKill = 4;
/** Sessions of a user that end at most. Captures of a sign-in cause at most 30 tries an hour. */
const maxEnds = 20;

/** Ends sessions and kills workers with -9 at random moments until the run is over. Returns the number of killed workers. */
export async function breakSignIns(
  { stack: { info } }: RunningStack,
  site: SignInSite,
  { betweenMs, maxKills, isOver, random }: SignInFaults,
): Promise<number> {
  let killed = 0;
  for (let turn = 0; ; turn += 1) {
    await sleep(betweenMs * (0.5 + random()));
    if (isOver()) return killed;
    const name = siteNames[Math.floor(random() * siteNames.length)] ?? siteUser.name;
    if (site.figuresOf(name).expiries < maxEnds) site.expire(name);
    if (killed >= maxKills || turn % endsPerKill !== 0) continue;
    const pids = Object.entries(info.processes).flatMap(([part, pid]) => (part.startsWith("worker") ? [pid] : []));
    const pid = pids[Math.floor(random() * pids.length)];
    if (pid !== undefined && kill(pid)) killed += 1;
  }
}

/** False for a process that is gone: it is being started again just now. */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

import { markMonitorSeen } from "#data/pageChanges.ts";
import type { AlertActionName } from "#schemas/monitor/alerts.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import { days } from "#schemas/settings/retention.ts";
import { type AlertAction, isAlertActionUrlValid } from "#vault/signatures.ts";
import { ApiError } from "../http/errors.ts";
import { pathOf } from "../http/plainPage.ts";
import { updateAndSignal } from "../monitors/commands.ts";
import { pairUrl } from "../monitors/pairUrl.ts";
import { baselineOf } from "../monitors/present.ts";
import { muteMonitor, pauseMonitor, pinBaseline } from "../monitors/store.ts";
import type { ApiPorts } from "../ports.ts";
import { isReader, monitorOf } from "./mailLinks.ts";

/** The parameters of an alert's link. */
export type AlertLink = AlertAction & { expires: number; signature: string };

/** The effect of a link. `isDone`: whether the monitor is that way already. `write` resolves to null if nothing was written. */
type Action = {
  isDone(monitor: MonitorRecord, link: AlertLink, now: Date): boolean;
  write(ports: ApiPorts, monitor: MonitorRecord, link: AlertLink): Promise<MonitorRecord | null>;
};

/** Milliseconds for which a link mutes. */
const muteMs = days(1);
/** A mute that lasts this long is a day, so that a second press changes nothing. */
const minMutedMs = muteMs - 3_600_000;

const actions: Record<AlertActionName, Action> = {
  accept: {
    isDone: (monitor, { runId }) => baselineOf(monitor) === runId,
    async write(ports, monitor, { runId }) {
      const run = await ports.database.runs.findOne({ _id: runId });
      const isComparable = run?.status === "completed" && run.captureRev === monitor.captureRev;
      if (!isComparable || run.monitorId !== monitor._id) throw new ApiError("invalid_token");
      const changed = await pinBaseline(ports.database, { monitor, runId, now: ports.now() });
      const seen = { decision: "accepted", by: "alert_link", now: ports.now() } as const;
      if (changed !== null) await markMonitorSeen(ports.database, { monitorId: monitor._id, upTo: runId }, seen);
      return changed;
    },
  },
  mute: {
    isDone: ({ spec }, _link, now) =>
      spec.mutedUntil !== null && spec.mutedUntil.getTime() >= now.getTime() + minMutedMs,
    write: ({ database, now }, { _id }) =>
      muteMonitor(database, _id, { until: new Date(now().getTime() + muteMs), now: now() }),
  },
  pause: {
    isDone: ({ spec }) => spec.wanted === "paused",
    write: ({ database, now }, { _id }) => pauseMonitor(database, _id, now()),
  },
};

/** A link's monitor, as its page shows it. `picturePath` is null if the link's run has no picture of the changed part. */
export type ShownLink = { isDone: boolean; name: string; picturePath: string | null };

/**
 * Whether a link's action is done already, and on what. Changes nothing.
 * @throws ApiError `invalid_token`.
 */
export async function readAlertLink(ports: ApiPorts, link: AlertLink): Promise<ShownLink> {
  const monitor = await monitorOfLink(ports, link);
  return {
    isDone: actions[link.action].isDone(monitor, link, ports.now()),
    name: monitor.spec.name,
    picturePath: await readPicturePath(ports, link),
  };
}

async function readPicturePath(ports: ApiPorts, { runId, monitorId }: AlertLink): Promise<string | null> {
  const run = await ports.database.runs.findOne({ _id: runId, monitorId }, { projection: { "pair.key": 1 } });
  return run?.pair === undefined ? null : pathOf(pairUrl(ports, { _id: runId, monitorId }));
}

/**
 * Does what a link says, unless it is done already. Returns the monitor's name.
 * @throws ApiError `invalid_token`.
 */
export async function doAlertAction(ports: ApiPorts, link: AlertLink): Promise<{ name: string }> {
  const monitor = await monitorOfLink(ports, link);
  const action = actions[link.action];
  if (!action.isDone(monitor, link, ports.now())) {
    await updateAndSignal(ports, monitor, { write: () => action.write(ports, monitor, link), name: "changed" });
  }
  return { name: monitor.spec.name };
}

async function monitorOfLink(ports: ApiPorts, link: AlertLink): Promise<MonitorRecord> {
  if (!isAlertActionUrlValid(ports.signingKey, { ...link, now: ports.now() })) throw new ApiError("invalid_token");
  const monitor = await monitorOf(ports, link);
  if (!(await isReader(ports, monitor, link.to))) throw new ApiError("invalid_token");
  return monitor;
}

import type { Database } from "#data/mongo.ts";
import { readRecentRuns } from "#data/recentRuns.ts";
import { useResource } from "../../support/useResource.ts";
import { until } from "../../support/until.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { Caller } from "../../support/pipeline.ts";
import { stillTime } from "./stillScreen.ts";
import type { ConsoleTest } from "./useConsole.ts";

/** An account with the same content in every run: a monitor with an open change, one without, and a job. */
export type StillAccount = { owner: Caller; changedPath: string; jobPath: string };

/** A page without text, because captures have the fonts of the machine. */
function blockPage(title: string, blocks: readonly string[]): string {
  const drawn = blocks.map(
    (color, index) => `<div style="height:${90 + 30 * (index % 3)}px;margin:20px;background:${color}"></div>`,
  );
  return `<!doctype html><html lang="en"><title>${title}</title><body style="margin:0;background:#fff">${drawn.join("")}</body></html>`;
}

const colors = ["#1d3557", "#457b9d", "#a8dadc", "#f1faee", "#e9c46a", "#2a9d8f"];
const minuteMs = 60_000;
const ago = (minutes: number): Date => new Date(stillTime.getTime() - minutes * minuteMs);

/** Makes the account before the tests of the enclosing `describe`. */
export function useStillAccount(service: ConsoleTest): StillAccount {
  return useResource(async () => {
    const { site, pipeline, newAccount } = service;
    const owner = await newAccount();
    site.show("/calm", blockPage("Harbour", colors.toReversed()));
    site.show("/shop", blockPage("Shop", colors));
    const calm = await watch(owner, { name: "Harbour", url: site.url("/calm") });
    const shop = await watch(owner, { name: "Shop", url: site.url("/shop") });
    site.show("/shop", blockPage("Shop", colors.with(1, "#e63946").toSpliced(3, 0, "#ffb703")));
    await until(async () => (await owner.call("POST", `/render/monitors/${shop}/run`, {})).status === 202);
    const change = await until(async () => (await readMonitor(owner, shop)).incident?.runId);
    const job = await owner.render({ url: site.url("/calm"), fullPage: true });
    const { database } = pipeline;
    // The message about the change makes its picture.
    await until(async () => (await database.runs.findOne({ _id: change }))?.pair !== undefined);
    await database.pageChanges.updateOne({ _id: change }, { $set: { openedAt: ago(60) } });
    await Promise.all([
      stopClock(database, { monitorId: calm, hours: 3 }),
      stopClock(database, { monitorId: shop, hours: 1 }),
    ]);
    await database.jobs.updateOne(
      { _id: job.id },
      {
        $set: {
          url: "https://shop.example/calm",
          host: "shop.example",
          createdAt: ago(25),
          startedAt: ago(25),
          completedAt: ago(24),
          "result.page.finalUrl": "https://shop.example/calm",
          "result.timings": { queued: 120, navigation: 640, capture: 410, extraction: 0, upload: 30, total: 1_200 },
        },
      },
    );
    return { owner, changedPath: `/monitors/${shop}/runs/${change}`, jobPath: `/jobs/${job.id}` };
  });
}

const readMonitor = async (owner: Caller, id: string): Promise<Monitor> =>
  (await (await owner.call("GET", `/render/monitors/${id}`)).json()).monitor;

/** Creates a monitor and waits for its baseline. Returns its id. */
async function watch(owner: Caller, named: { name: string; url: string }): Promise<string> {
  const body = { ...named, intervalMinutes: 60, baselineMode: "fixed", tags: ["demo"] };
  const { monitor }: { monitor: Monitor } = await (await owner.call("POST", "/render/monitors", body)).json();
  await until(async () => (await readMonitor(owner, monitor.id)).baselineRunId !== null);
  return monitor.id;
}

/** Gives a monitor and its runs fixed times, and a host without a port. */
async function stopClock(
  { monitors, runs }: Database,
  { monitorId, hours }: { monitorId: string; hours: number },
): Promise<void> {
  await until(async () => (await monitors.findOne({ _id: monitorId }))?.runId === null);
  const monitor = await monitors.findOne({ _id: monitorId });
  if (monitor === null) throw new Error("The monitor is there.");
  const recent = readRecentRuns(monitor.recentRuns).map((run, index) => ({
    ...run,
    createdAt: ago(60 * (hours + index)).toISOString(),
  }));
  const at = ago(60 * hours);
  await monitors.updateOne(
    { _id: monitorId },
    {
      $set: {
        "spec.host": "shop.example",
        recentRuns: JSON.stringify(recent),
        createdAt: ago(2_880),
        updatedAt: at,
        "state.lastRunAt": at,
        "state.nextRunAt": new Date(stillTime.getTime() + 42 * minuteMs),
        ...(monitor.state.incident !== null && { "state.incident.openedAt": at.toISOString() }),
      },
    },
  );
  await runs.updateMany({ monitorId }, { $set: { createdAt: at, startedAt: at, completedAt: at } });
}

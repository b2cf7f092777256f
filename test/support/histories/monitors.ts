import type { Monitor } from "#schemas/monitor/monitor.ts";
import { workflowIds } from "#orders/messages.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** A monitor that runs, finds a change, is told things and is deleted; one of its runs that confirmed a change; one that failed. */
export async function recordMonitors({ pipeline, caller, site, receiver, record }: World): Promise<void> {
  const { monitors, runs } = pipeline.database;
  site.release();
  receiver.answer = () => ({ status: 204 });
  const pageIn = (colour: string) => `<!doctype html><title>Colour</title><body style="background:${colour}">`;
  const request = async (method: string, path: string, body?: unknown): Promise<{ monitor: Monitor }> => {
    const reply = await caller.call(method, `/render/monitors${path}`, body);
    return reply.json();
  };
  const idle = (_id: string, count: number) =>
    until(async () => {
      const ended = await runs.countDocuments({ monitorId: _id, completedAt: { $ne: null } });
      const monitor = await monitors.findOne({ _id });
      return ended >= count && monitor?.runId === null && monitor.state.baselineRunId !== null;
    });

  site.page = pageIn("white");
  const alerts = { webhook: { url: `${receiver.url}/monitor` } };
  const { monitor } = await request("POST", "", { name: "One", url: site.url, intervalMinutes: 60, alerts });
  const { id } = monitor;
  await idle(id, 1);
  await request("PATCH", `/${id}`, { status: "paused" });
  await request("PATCH", `/${id}`, { status: "active", changeThreshold: 0.5 });
  site.page = pageIn("black");
  await request("POST", `/${id}/run`);
  await idle(id, 3);
  await pipeline.temporal.workflow.getHandle(workflowIds.monitor(id)).signal("pause");
  await until(async () => (await monitors.findOne({ _id: id }))?.spec.wanted === "paused");
  await request("DELETE", `/${id}`);
  const handle = pipeline.temporal.workflow.getHandle(workflowIds.monitor(id));
  await until(async () => (await handle.describe()).status.name === "COMPLETED");
  const broken = await request("POST", "", {
    name: "Broken",
    url: site.url,
    intervalMinutes: 60,
    capture: { clickSelectors: ["#none"] },
  });
  await until(async () => (await runs.findOne({ monitorId: broken.monitor.id }))?.status === "failed");
  site.page = null;

  await record("monitor-deleted", workflowIds.monitor(id));
  const changed = await runs.findOne({ monitorId: id, "findings.changed": true, trigger: { $ne: "confirmation" } });
  const failed = await runs.findOne({ monitorId: broken.monitor.id });
  await record("monitorRun-changed", workflowIds.monitorRun(changed?._id ?? ""));
  await record("monitorRun-failed", workflowIds.monitorRun(failed?._id ?? ""));
  await request("DELETE", `/${broken.monitor.id}`);
}

import { workflowIds } from "#orders/messages.ts";
import { textAt } from "../../api/support/fields.ts";
import { until } from "../until.ts";
import type { World } from "./scenario.ts";

/** A monitor whose page breaks an expectation, whose further try breaks it too, and whose next one finds the page as before. */
export async function recordRetried({ pipeline, caller, site, receiver, record }: World): Promise<void> {
  const { monitors, runs } = pipeline.database;
  site.release();
  receiver.answer = () => ({ status: 204 });
  const textIs = (text: string) => void (site.page = `<!doctype html><title>Text</title><p>${text}</p>`);
  const ended = (monitorId: string, count: number) =>
    until(async () => {
      const known = await runs.countDocuments({ monitorId, completedAt: { $ne: null } });
      return known >= count && (await monitors.findOne({ _id: monitorId }))?.runId === null;
    });

  textIs("In stock");
  const alerts = { webhook: { url: `${receiver.url}/retried` } };
  const capture = { expect: { present: ["In stock"] } };
  const settings = { name: "Stock", url: site.url, intervalMinutes: 60, capture, alerts };
  const created = await caller.call("POST", "/render/monitors", settings);
  const id = textAt(await created.json(), "monitor.id");
  await ended(id, 1);
  textIs("Maintenance");
  await until(async () => (await caller.call("POST", `/render/monitors/${id}/run`)).status === 202);
  await ended(id, 3);
  textIs("In stock");
  await until(async () => (await runs.countDocuments({ monitorId: id, status: "completed" })) === 2);
  await ended(id, 4);
  await caller.call("DELETE", `/render/monitors/${id}`);
  const handle = pipeline.temporal.workflow.getHandle(workflowIds.monitor(id));
  await until(async () => (await handle.describe()).status.name === "COMPLETED");
  site.page = null;
  await record("monitor-retried", workflowIds.monitor(id));
}

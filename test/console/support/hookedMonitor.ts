import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { Caller } from "../../support/pipeline.ts";
import { until } from "../../support/until.ts";
import { shopPage } from "./changingSite.ts";
import type { ConsoleTest } from "./useConsole.ts";

/** Creates an hourly monitor. Returns its id. */
export async function createMonitor(owner: Caller, body: object): Promise<string> {
  const reply = await owner.call("POST", "/render/monitors", { intervalMinutes: 60, ...body });
  const { monitor }: { monitor: Monitor } = await reply.json();
  return monitor.id;
}

export async function readMonitor(owner: Caller, id: string): Promise<Monitor> {
  const reply: { monitor: Monitor } = await (await owner.call("GET", `/render/monitors/${id}`)).json();
  return reply.monitor;
}

/** A monitor with a webhook whose page has changed. */
export async function changeHooked({ site, newAccount }: ConsoleTest): Promise<{ owner: Caller; id: string }> {
  site.show("/hook", "thank you");
  site.show("/hooked", shopPage("Hooked"));
  const owner = await newAccount();
  const alerts = { webhook: { url: site.url("/hook") } };
  const id = await createMonitor(owner, { name: "Hooked", url: site.url("/hooked"), alerts });
  await until(async () => (await readMonitor(owner, id)).baselineRunId !== null);
  site.show("/hooked", shopPage("Hooked", '<p style="background:#fc0;padding:30px">Sale</p>'));
  await until(async () => (await owner.call("POST", `/render/monitors/${id}/run`, {})).status === 202);
  await until(async () => (await readMonitor(owner, id)).incident?.type === "change");
  return { owner, id };
}

import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { Caller } from "../../support/pipeline.ts";
import { until } from "../../support/until.ts";
import { useResource } from "../../support/useResource.ts";
import { shopPage } from "./changingSite.ts";
import type { ConsoleTest } from "./useConsole.ts";

/** A monitor named "Shop" with an open change: a block was inserted at the top of its page. */
export type ChangedMonitor = { owner: Caller; id: string; read(): Promise<Monitor> };

/** Makes the monitor and its change before the tests of the enclosing `describe`. */
export function useChangedMonitor({ site, newAccount }: ConsoleTest): ChangedMonitor {
  return useResource(async () => {
    site.show("/shop", shopPage("Shop"));
    const owner = await newAccount();
    const body = { name: "Shop", url: site.url("/shop"), intervalMinutes: 60, baselineMode: "fixed", tags: ["shop"] };
    const created: { monitor: Monitor } = await (await owner.call("POST", "/render/monitors", body)).json();
    const { id } = created.monitor;
    const read = async (): Promise<Monitor> => {
      const reply: { monitor: Monitor } = await (await owner.call("GET", `/render/monitors/${id}`)).json();
      return reply.monitor;
    };
    await until(async () => (await read()).baselineRunId !== null);
    site.show("/shop", shopPage("Shop", '<p style="background:#fc0;padding:30px">Winter sale</p>'));
    await until(async () => (await owner.call("POST", `/render/monitors/${id}/run`, {})).status === 202);
    await until(async () => (await read()).incident?.type === "change");
    return { owner, id, read };
  });
}

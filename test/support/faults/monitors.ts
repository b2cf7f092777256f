import { expect } from "chai";
import type { Receiver } from "../receiver.ts";
import { until } from "../until.ts";
import { pageAt, reply, type Setting, within, type Work } from "./work.ts";

/** Maximal number of monitors. */
const most = 3;
/** Milliseconds between two changes of a watched page. */
const staysMs = 20_000;

/** The HTML of a watched page at an instant. */
export function watchedPage(now: number): string {
  const colour = Math.floor(now / staysMs) % 2 === 0 ? "#fff" : "#204060";
  return `<style>body{background:${colour}}</style>`;
}

/** Monitors of pages that change and change back. They run each minute and by hand, and alert a webhook. */
export function monitors(setting: Setting): Work {
  const ids: string[] = [];
  const { running, receiver } = setting;
  const { database, caller: usual } = running;
  return {
    name: "monitors",
    async submit(caller, round) {
      if (ids.length >= most) {
        await reply(caller, "POST", { path: `/render/monitors/${ids[round % ids.length]}/run` });
        return;
      }
      const made = await reply<{ monitor: { id: string } }>(caller, "POST", {
        path: "/render/monitors",
        body: {
          name: `Watched ${round}`,
          url: pageAt(setting, `/watched/${round}`),
          intervalMinutes: 1,
          baselineMode: "fixed",
          alerts: { webhook: { url: `${receiver.url}/monitors` } },
        },
      });
      if (made !== null) ids.push(made.monitor.id);
    },
    async expectEnded() {
      for (const id of ids) {
        const path = `/render/monitors/${id}`;
        await until(async () => reply(usual, "PATCH", { path, body: { status: "paused" } }), within);
      }
      for (const monitorId of ids) {
        await until(async () => {
          const runs = await database.runs.find({ monitorId }).toArray();
          return runs.length > 0 && runs.every(({ completedAt }) => completedAt !== null);
        }, within);
      }
      expectAlertsInTurn(receiver, ids);
      return ids.length;
    },
  };
}

/** Each monitor sent a change and its end in turn, each with one id. */
function expectAlertsInTurn({ received }: Receiver, ids: readonly string[]): void {
  const eventsByMonitor = new Map(ids.map((id) => [id, new Map<string, string>()]));
  for (const { path, headers, body } of received) {
    const event: { type: string; data: { monitorId?: string } } = JSON.parse(body);
    const of = path === "/monitors" ? eventsByMonitor.get(event.data.monitorId ?? "") : undefined;
    if (event.type.startsWith("monitor.change_")) of?.set(headers["webhook-id"] ?? "", event.type);
  }
  for (const [id, events] of eventsByMonitor) {
    const types = [...events.values()];
    const inTurn = types.map((_, index) => (index % 2 === 0 ? "monitor.change_detected" : "monitor.change_recovered"));
    expect(types, `events of monitor ${id}`).to.deep.equal(inTurn);
  }
}

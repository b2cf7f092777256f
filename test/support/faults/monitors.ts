import { expect } from "chai";
import type { Receiver } from "../receiver.ts";
import { until } from "../until.ts";
import { pageAt, reply, type Setting, within, type Work } from "./work.ts";

/** Monitors there are at most. */
const most = 3;
/** How long a watched page stays as it is, milliseconds. */
const staysMs = 20_000;

/** What a watched page looks like now. */
export function watchedPage(now: number): string {
  const colour = Math.floor(now / staysMs) % 2 === 0 ? "#fff" : "#204060";
  return `<style>body{background:${colour}}</style>`;
}

/** Monitors of pages that change and change back, run each minute and by hand, whose alerts go to a webhook. */
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

/** Of each monitor a change and its end were told in turn, each once by its id. */
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
    expect(types, `what was told of monitor ${id}`).to.deep.equal(inTurn);
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import { type BenchStack, onStack } from "./onStack.ts";
import { printCost } from "./printCost.ts";
import { usualSite } from "./usualPages.ts";

/** Monitors of each way, and the runs of each that are measured. */
const sizes = { monitors: 20, rounds: 3 };

const byText = { text: true, changeOn: "text" };
const ways: Readonly<Record<string, object>> = {
  "with a picture": byText,
  "without a picture": { ...byText, picture: false },
  "without a browser": { ...byText, fetch: "http" },
};

/** Measures the processor time of a monitor's run by its text: with a picture, without one, and without a browser. */
export async function fetchBench(): Promise<void> {
  await onStack({ site: await usualSite(), atOnce: 16, onLine: () => undefined }, async (bench) => {
    const costs = new Map<string, { worker: number; sum: number }>();
    for (const [name, capture] of Object.entries(ways)) {
      const ids = await createMonitors(bench, { name, capture });
      await runAll(bench, ids);
      const what: [string, number] = [`a run ${name}`, sizes.monitors * sizes.rounds];
      const cost = await printCost(bench, what, async () => {
        for (let round = 0; round < sizes.rounds; round += 1) await runAll(bench, ids);
      });
      costs.set(name, cost);
    }
    const least = costs.get("without a browser");
    for (const [name, { worker, sum }] of costs)
      console.log(`${name}: ${ratio(worker, least?.worker)} times the worker's time, ${ratio(sum, least?.sum)} of all`);
  });
}

function ratio(one: number, other = Number.NaN): string {
  return (one / other).toFixed(1);
}

/** Creates monitors of the article and waits for their first runs. Their ids. */
async function createMonitors(
  { call, url }: BenchStack,
  { name, capture }: { name: string; capture: object },
): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < sizes.monitors; index += 1) {
    const body = { name: `${name} ${index}`, url: `${url}article?${index}`, intervalMinutes: 1_440, capture };
    const { monitor }: { monitor: { id: string } } = await (await call("POST", "/render/monitors", body)).json();
    ids.push(monitor.id);
  }
  return ids;
}

/** Starts a run of each monitor, and waits for its end. */
async function runAll({ call, database }: BenchStack, ids: readonly string[]): Promise<void> {
  const runIds: string[] = [];
  for (const id of ids) {
    runIds.push(await begin(call, id));
  }
  for (;;) {
    const ended = await database.runs.find({ _id: { $in: runIds }, status: "completed" }).toArray();
    if (ended.length === runIds.length) return;
    await sleep(250);
  }
}

/** Starts a run. Its id. The run before may end a moment after its record, so a refusal is tried again for 10 seconds. */
async function begin(call: BenchStack["call"], id: string): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    try {
      const { run }: { run: { id: string } } = await (await call("POST", `/render/monitors/${id}/run`, {})).json();
      return run.id;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}

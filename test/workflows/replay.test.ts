import { readdirSync, readFileSync } from "node:fs";
import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";
import { Worker } from "@temporalio/worker";
import { expect } from "chai";
import { noTracing } from "#telemetry/tracing.ts";
import { workflowBundle } from "#worker/bundle.ts";
import { traceWorkflows } from "#worker/tracing.ts";

const folder = new URL("../histories/", import.meta.url);
const recorded = readdirSync(folder).filter((name) => name.endsWith(".json"));

describe("recorded histories", function () {
  this.timeout(60_000);

  it("are there for every workflow kind", () => {
    const index = readFileSync(new URL("../../workflows/index.ts", import.meta.url), "utf8");
    const kinds = [...index.matchAll(/export \{ (\w+) \}/g)].map(([, kind]) => kind);
    expect(kinds).to.have.length.greaterThan(3);
    for (const kind of kinds)
      expect(
        recorded.some((name) => name.startsWith(`${kind}-`)),
        kind,
      ).to.equal(true);
  });

  for (const traced of [false, true])
    it(`replay on today's workflow code, traces ${traced ? "on" : "off"}`, async () => {
      const workflowBundleOption = await workflowBundle({ traced });
      const histories = recorded.map((name) => ({
        workflowId: name,
        history: historyFromJSON(JSON.parse(readFileSync(new URL(name, folder), "utf8"))),
      }));
      const replayed: string[] = [];
      for await (const { workflowId, error } of Worker.runReplayHistories(
        { workflowBundle: workflowBundleOption, ...(traced && { sinks: traceWorkflows(noTracing) }) },
        histories,
      )) {
        expect(error, `${workflowId}: ${error?.message}`).to.equal(undefined);
        replayed.push(workflowId);
      }
      expect(replayed.toSorted()).to.deep.equal(recorded.toSorted());
    });
});

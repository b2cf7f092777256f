import { expect } from "chai";
import { runWithFaults } from "../support/faultRun.ts";
import { type LoggedHost, startHosts } from "../support/loggedSite.ts";
import { type RunningStack, runStack } from "../support/stack.ts";

// `npm run faults` sets these for a longer run; a seed makes a run again.
const seconds = Number(process.env["FAULT_SECONDS"] ?? 25);
const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000);

describe("work of two API processes and three workers that are killed at random", function () {
  this.timeout((seconds + 300) * 1_000);
  let hosts: LoggedHost[];
  let running: RunningStack;
  before(async () => {
    hosts = await startHosts(3);
    running = await runStack({
      allow: hosts.map(({ allow }) => allow),
      processes: { api: 2, worker: 3 },
      more: { WATCHFRAME_BROWSER_CONCURRENCY: "2" },
    });
  });
  after(async () => {
    await running?.stop();
    await Promise.all((hosts ?? []).map((host) => host.close()));
  });

  it(`loses nothing and charges nothing twice (seed ${seed})`, async () => {
    const plan = { duration: seconds * 1_000, between: 4_000, batchSize: 9, seed };
    const { batches, crawls, renders, schedules } = await runWithFaults(running, hosts, plan);
    expect(batches.length + renders.length + schedules.length).to.be.greaterThan(3);
    expect(crawls.length).to.be.greaterThan(0);
    console.log(
      `    ${batches.length} batches, ${crawls.length} crawls, ${renders.length} renders, ${schedules.length} schedules`,
    );
  });
});

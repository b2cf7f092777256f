import { expect } from "chai";
import { processesOf } from "../support/faults/expectInStep.ts";
import { faultRun } from "../support/faults/faultRun.ts";
import { type LoggedHost, startHosts } from "../support/loggedSite.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { type RunningStack, runStack } from "../support/stack.ts";

// `npm run faults` sets these for a longer run; a seed makes a run again.
const seconds = Number(process.env["FAULT_SECONDS"] ?? 75);
const between = Number(process.env["FAULT_BETWEEN_SECONDS"] ?? 6);
const seed = Number(process.env["FAULT_SEED"] ?? Date.now() % 1_000_000);

describe("work of every kind while two API processes, three workers and the servers are killed or hang at random", function () {
  this.timeout((seconds + 600) * 1_000);
  let hosts: LoggedHost[];
  let receiver: Receiver;
  let running: RunningStack;
  let stopped = false;
  before(async () => {
    [hosts, receiver] = await Promise.all([startHosts(3), startReceiver()]);
    running = await runStack({
      allow: [receiver.host, ...hosts.map(({ allow }) => allow)],
      processes: { api: 2, worker: 3 },
      more: { WATCHFRAME_BROWSER_CONCURRENCY: "2" },
    });
  });
  after(async () => {
    if (!stopped) await running?.stop();
    await Promise.all([receiver, ...(hosts ?? [])].map((one) => one?.close()));
  });

  it(`loses nothing, charges nothing twice and reports nothing twice (seed ${seed})`, async () => {
    const { work, faults } = await faultRun(
      { running, hosts, receiver },
      { duration: seconds * 1_000, between: between * 1_000, seed },
    );
    console.log(`    ${JSON.stringify(work)}\n    ${JSON.stringify(faults)}`);
    for (const [kind, count] of Object.entries(work)) expect(count, kind).to.be.greaterThan(0);
    expect(Object.keys(faults).length).to.be.greaterThan(2);
  });

  it("leaves no process behind", async () => {
    expect(processesOf(running.home)).to.have.length.greaterThan(5);
    await running.stop();
    stopped = true;
    expect(processesOf(running.home)).to.deep.equal([]);
  });
});

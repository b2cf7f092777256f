import { readdirSync } from "node:fs";
import { expect } from "chai";
import { readProcFile } from "#activities/browser/pool/memory.ts";
import type { Receiver } from "../receiver.ts";
import type { RunningStack } from "../stack.ts";

/** Each job and run is charged once and, unless completed, refunded once. The account's count is the sum of its ledger. */
export async function expectLedgerInStep({ database, caller }: RunningStack): Promise<void> {
  const { accountId } = caller;
  const [jobs, runs, ledger, account] = await Promise.all([
    database.jobs.find({ accountId }).toArray(),
    database.runs.find({ accountId }).toArray(),
    database.ledger.find({ accountId }).toArray(),
    database.accounts.findOne({ _id: accountId }),
  ]);
  const net = new Map<string, number>();
  for (const { jobId, credits } of ledger) net.set(jobId, (net.get(jobId) ?? 0) + credits);
  for (const { _id, status, price } of [...jobs, ...runs]) {
    expect(net.get(_id) ?? 0, `credits of ${_id}, ${status}`).to.equal(status === "completed" ? price : 0);
    net.delete(_id);
  }
  for (const [id, credits] of net) expect(credits, `credits of ${id}, which is neither job nor run`).to.equal(0);
  const sum = ledger.reduce((total, { credits }) => total + credits, 0);
  expect(account?.credits.used, "the account's count beside its ledger").to.equal(sum);
}

/** Each delivery of one id to a receiver has the same body. */
export function expectOneBodyAnId({ received }: Receiver): void {
  const bodies = new Map<string, string>();
  for (const { headers, body } of received) {
    const id = headers["webhook-id"] ?? "";
    expect(body, `body of ${id}`).to.equal(bodies.get(id) ?? body);
    bodies.set(id, body);
  }
}

/** Commands of the processes that were started in a stack's home, without zombies. */
export function processesOf(home: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => readProcFile(`${pid}/environ`)?.includes(home) === true)
    .map((pid) => (readProcFile(`${pid}/cmdline`) ?? "").replaceAll("\0", " "));
}

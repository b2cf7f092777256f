import { expect } from "chai";
import { reconcileOutbox, type Undispatched } from "#activities/reconcile/outbox.ts";
import { creditState } from "../support/creditState.ts";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

describe("signals that fail while Temporal is away", () => {
  const { api, account } = useApi();

  /** Calls the API while Temporal takes no message. */
  const callAway = async (method: string, path: string, body?: unknown): Promise<{ status: number; json: unknown }> => {
    const { cancel, signal } = api.orchestrator;
    api.orchestrator.cancel = api.orchestrator.signal = () => Promise.reject(new Error("away"));
    try {
      return await account.client.call(method, path, body === undefined ? {} : { body });
    } finally {
      Object.assign(api.orchestrator, { cancel, signal });
    }
  };
  /** The reconciler's order for a resource once Temporal is back. */
  const swept = async (id: string): Promise<Undispatched | undefined> => {
    const { database, log: logger } = api.ports;
    const ports = { database, logger };
    const waiting = (await reconcileOutbox(ports, new Date(Date.now() + 6_000))).filter((one) => one.id.startsWith(id));
    await database.outbox.deleteMany({ _id: { $in: waiting.map((one) => one.id) } });
    return waiting[0];
  };
  const monitor = async (): Promise<string> => {
    const body = { name: "Prices", url: "https://example.com/shop", intervalMinutes: 60 };
    const { json } = await account.client.call("POST", "/render/monitors", { body });
    await api.ports.background.settled();
    return textAt(json, "monitor.id");
  };

  it("to a changed or deleted monitor are sent once by the reconciler", async () => {
    const id = await monitor();
    expect((await callAway("PATCH", `/render/monitors/${id}`, { status: "paused" })).status).to.equal(200);
    expect((await swept(id))?.signal).to.deep.equal({ name: "changed", args: [] });
    expect(await swept(id)).to.equal(undefined);
    expect((await callAway("DELETE", `/render/monitors/${id}`)).status).to.equal(200);
    expect((await swept(id))?.signal).to.deep.equal({ name: "remove", args: [] });
  });

  it("to a run of a deleted monitor are dropped, and the run is refunded", async () => {
    const id = await monitor();
    const before = (await creditState(api.ports.database, account.accountId)).used ?? 0;
    const { json } = await callAway("POST", `/render/monitors/${id}/run`);
    const runId = textAt(json, "run.id");
    await account.client.call("DELETE", `/render/monitors/${id}`);
    expect(await swept(runId)).to.equal(undefined);
    const { json: shown } = await account.client.call("GET", `/render/monitors/${id}/runs/${runId}`);
    expect(at(shown, "run")).to.deep.include({ status: "failed", credits: { charged: 1, refunded: 1, net: 0 } });
    expect((await creditState(api.ports.database, account.accountId)).used).to.equal(before);
  });

  it("that cancel a running job are sent by the reconciler", async function () {
    this.timeout(15_000);
    const { json } = await account.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    await api.ports.background.settled();
    const id = textAt(json, "id");
    await api.ports.database.jobs.updateOne({ _id: id }, { $set: { status: "in_progress" } });
    expect((await callAway("DELETE", `/jobs/${id}`)).status).to.equal(200);
    expect(await swept(id)).to.deep.include({ id, cancelRequested: true });
  });

  it("that cancel a batch are sent by the reconciler", async function () {
    this.timeout(15_000);
    const body = { urls: ["https://example.com/"] };
    const { json } = await account.client.call("POST", "/render/smart-batch", { body });
    await api.ports.background.settled();
    const id = textAt(json, "results.0.batch");
    expect((await callAway("DELETE", `/render/batches/${id}`)).status).to.equal(200);
    expect(await swept(id)).to.deep.include({ id, cancelRequested: true });
  });
});

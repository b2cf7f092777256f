import { expect } from "chai";
import { failDelivery, recordAttempt, recordEvent } from "#activities/projections/deliveries.ts";
import { replayDelivery } from "#api/deliveries/commands.ts";
import { newReservation } from "#api/http/idempotency.ts";
import type { DeliveryStatus } from "#schemas/events.ts";
import { emailDelivery } from "../support/emailDelivery.ts";
import { at, listAt, textAt } from "./support/fields.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const path = "/webhook-deliveries";
const monitorId = "01900000-0000-7000-8000-000000000001";
const runId = "01900000-0000-7000-8000-000000000002";

/** Distinguishes events in all tests. */
let cause = 0;

/** Records and lists webhooks; each test has an account of its own. */
function useDeliveries() {
  let account: TestAccount;
  const { api } = useApi();
  beforeEach(async () => {
    account = await api.account();
  });
  const webhook = async (createdAt: Date, status: DeliveryStatus = "delivered"): Promise<string> => {
    const { database } = api.ports;
    const target = { url: "sealed:v1:marked-url", secret: "sealed:v1:marked-secret", sealedFor: monitorId } as const;
    const type = "job.failed";
    const { accountId } = account;
    const fact = { type, accountId, resourceId: monitorId, cause: (cause += 1), target, data: { a: 1 } } as const;
    const eventId = await recordEvent(database, fact, createdAt);
    const statusCode = status === "delivered" ? 204 : 500;
    const attempt = { at: createdAt, duration: 5, statusCode, responseBody: "no", error: null };
    if (status !== "pending") await recordAttempt(database, { eventId, attempt, status });
    return eventId;
  };
  const list = async (query = "", { client } = account) => {
    const { status, json } = await client.call("GET", `${path}${query}`);
    expect(status).to.equal(200);
    const ids = listAt(json, "deliveries").map((delivery) => textAt(delivery, "id"));
    return { ids, next: at(json, "nextCursor") === null ? null : textAt(json, "nextCursor"), json };
  };
  return {
    get account() {
      return account;
    },
    api,
    webhook,
    list,
  };
}

describe("deliveries", () => {
  const own = useDeliveries();
  const { api, webhook, list } = own;

  it("are listed newest first, in stable pages while others are added, and by every filter", async () => {
    const now = Date.now();
    // Two in the same moment, which only their ids can tell apart.
    const made = await Promise.all([1, 2, 2, 3].map((second) => webhook(new Date(now + second * 1_000))));
    const mail = emailDelivery(own.account.accountId, { createdAt: new Date(now), runId });
    await api.ports.database.deliveries.insertOne(mail);
    const all = (await list()).ids;
    expect(all).to.have.length(5);
    expect([all[0], all[3], all[4]]).to.deep.equal([made[3], made[0], mail._id]);
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { ids, next } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`);
      pages.push(...ids);
      cursor = next;
      await webhook(new Date(now + 10_000));
    }
    expect(pages).to.deep.equal(all);
    const pending = await webhook(new Date(now), "pending");
    expect((await list("?status=pending&channel=webhook")).ids).to.deep.equal([pending]);
    expect((await list("?channel=email")).ids).to.deep.equal([mail._id]);
    expect((await list("?type=monitor.paused")).ids).to.deep.equal([mail._id]);
    expect((await list(`?resourceId=${monitorId}&status=pending`)).ids).to.deep.equal([pending]);
    const ofRun = await list(`?runId=${runId}`);
    expect([ofRun.ids, at(ofRun.json, "deliveries.0.runId")]).to.deep.equal([[mail._id], runId]);
    const { next } = await list("?limit=1");
    expect((await own.account.client.call("GET", `${path}?limit=1&status=failed&cursor=${next}`)).status).to.equal(400);
  });

  it("show tries and answers, but neither address nor secret", async () => {
    const id = await webhook(new Date(), "failed");
    const { json } = await own.account.client.call("GET", `${path}/${id}`);
    expect(at(json, "delivery")).to.deep.include({
      id,
      channel: "webhook",
      status: "failed",
      signed: true,
      replays: 0,
    });
    expect(at(json, "delivery.attempts.0")).to.deep.include({ statusCode: 500, responseBody: "no", duration: 5 });
    expect(JSON.parse(textAt(json, "delivery.body"))).to.deep.include({ id, data: { a: 1 } });
    expect(JSON.stringify([json, (await list()).json])).to.not.match(/marked|sealed/);
  });

  it("are visible to their account only; a replay needs a scope that writes", async () => {
    const id = await webhook(new Date());
    const other = await api.account();
    expect((await list("", other)).ids).to.deep.equal([]);
    const reader = await api.account({ scopes: ["read"] });
    for (const [client, method, where, status] of [
      [other.client, "GET", `${path}/${id}`, 404],
      [other.client, "POST", `${path}/${id}/replay`, 404],
      [own.account.client, "GET", `${path}/evt_${"0".repeat(32)}`, 404],
      [own.account.client, "GET", `${path}/none`, 404],
      [api.anyone, "GET", path, 401],
      [reader.client, "GET", path, 200],
      [reader.client, "POST", `${path}/${id}/replay`, 403],
    ] as const) {
      expect((await client.call(method, where)).status, `${method} ${where}`).to.equal(status);
    }
  });
});

describe("replays of deliveries", () => {
  const own = useDeliveries();
  const { api, webhook } = own;

  it("are not left pending by a replay that read them before another one ended", async () => {
    const { database } = api.ports;
    const id = await webhook(new Date(), "failed");
    const read = await database.deliveries.findOne({ _id: id });
    if (read === null) throw new Error("not recorded");
    expect((await own.account.client.call("POST", `${path}/${id}/replay`)).status).to.equal(202);
    await failDelivery(database, { eventId: id, replay: 1 });
    await replayDelivery(api.ports, read, newReservation(api.ports));
    expect(await database.deliveries.findOne({ _id: id })).to.include({ status: "failed", replays: 1 });
  });

  it("are replayed once when five calls arrive at the same time; only webhooks can be replayed", async () => {
    const id = await webhook(new Date(), "failed");
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => own.account.client.call("POST", `${path}/${id}/replay`)),
    );
    for (const { status, json } of replies) {
      expect([status, at(json, "delivery.status")]).to.deep.equal([202, "pending"]);
    }
    expect(await api.ports.database.deliveries.findOne({ _id: id })).to.include({ status: "pending", replays: 1 });
    const mail = emailDelivery(own.account.accountId, { status: "failed" });
    await api.ports.database.deliveries.insertOne(mail);
    const refused = await own.account.client.call("POST", `${path}/${mail._id}/replay`);
    expect([refused.status, at(refused.json, "error")]).to.deep.equal([409, "not_replayable"]);
  });
});

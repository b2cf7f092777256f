import { expect } from "chai";
import { open } from "#vault/open.ts";
import { signPauseUrl, signUnsubscribeUrl } from "#vault/signatures.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { testApi } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const path = "/render/monitor-recipients";
const hour = 60 * 60 * 1000;
const html = { headers: { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" } };

let count = 0;
/** An address that no other test uses: links and suppressions count per address, in all accounts. */
const newEmail = () => `reader${(count += 1)}.${process.pid}@mail.example.com`;

function useRecipients() {
  const clock = { aheadMs: 0 };
  const { api, account } = useApi({ accountPerTest: true, now: () => new Date(Date.now() + clock.aheadMs) });
  beforeEach(() => {
    clock.aheadMs = 0;
  });
  const add = (email: string, { client } = account) => client.call("POST", path, { body: { email } });
  const list = async ({ client } = account) => at((await client.call("GET", path)).json, "recipients") as object[];
  /** The token of the newest link of a recipient, as its mail's activity would read it. */
  const tokenOf = async (recipientId: string): Promise<string> => {
    const [mail] = await api.ports.database.deliveries
      .find({ resourceId: recipientId })
      .sort({ createdAt: -1 })
      .limit(1)
      .toArray();
    if (mail?.channel !== "email" || mail.letter.kind !== "verification") throw new Error("no such mail");
    return open(api.ports.keyRing, mail.letter.token, {
      accountId: mail.accountId,
      entityId: recipientId,
      field: "token",
    });
  };
  const verify = (token: string, options = {}) => api.anyone.call("GET", `${path}/verify?token=${token}`, options);
  const verified = async (email = newEmail(), owner = account): Promise<string> => {
    const id = textAt((await add(email, owner)).json, "recipient.id");
    expect((await verify(await tokenOf(id))).status).to.equal(200);
    return id;
  };
  return { clock, api, account, add, list, tokenOf, verify, verified };
}

describe("recipients: addresses and limits", () => {
  const { clock, api, account, add, list, tokenOf, verified } = useRecipients();

  it("are pending with a masked address, and a mail of theirs is sent by a workflow", async () => {
    const { status, json } = await add("Someone@Example.COM");
    expect(status).to.equal(201);
    expect(at(json, "recipient")).to.include({ status: "pending", emailMasked: "S***@e***.com" });
    expect(at(json, "recipient")).to.not.have.any.keys("email", "verifiedAt", "suppressionReason");
    const id = textAt(json, "recipient.id");
    expect(api.orchestrator.orders.at(-1)).to.nested.include({
      type: "mailDelivery",
      "input.type": "recipient.verification",
    });
    const { database } = api.ports;
    const stored = JSON.stringify([
      await database.recipients.findOne({ recipientId: id }),
      await database.deliveries.find({ resourceId: id }).toArray(),
      api.logged,
    ]);
    expect(stored).to.not.match(/someone/i);
    expect(stored).to.not.include(await tokenOf(id));
    expect(await list()).to.deep.equal([at(json, "recipient")]);
  });

  it("refuse anything but a plain address, and name the field", async () => {
    const wrong = [
      "",
      "a",
      "a@",
      "@b.c",
      "A <a@b.c>",
      "a@b.c,d@e.f",
      "a@b.c\r\nBcc: d@e.f",
      `${"a".repeat(250)}@b.cd`,
      `${"a".repeat(65)}@b.cd`,
      1,
    ];
    for (const email of wrong) {
      const { status, json } = await account.client.call("POST", path, { body: { email } });
      expect([status, Object.keys(problems(json))], String(email)).to.deep.equal([400, ["email"]]);
    }
    const maxLengthEmail = `${"a".repeat(64)}@b.cd`;
    expect((await account.client.call("POST", path, { body: { email: maxLengthEmail } })).status).to.equal(201);
    const { json } = await account.client.call("POST", path, { body: { email: newEmail(), name: "A" } });
    expect(Object.keys(problems(json))).to.deep.equal(["name"]);
  });

  it("get at most five links an hour, also after a deletion or from another account", async () => {
    const email = newEmail();
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await add(email)).status));
    expect(statuses.filter((status) => status === 201)).to.have.length(5);
    expect(statuses.filter((status) => status === 429)).to.have.length(3);
    const { json, headers } = await add(email);
    expect(json).to.include({ code: "too_many_mails", type: "rate_limited" });
    expect(Number(headers.get("retry-after"))).to.be.within(3_500, 3_600);
    const [{ id }] = (await list()) as [{ id: string }];
    const deleted = await account.client.call("DELETE", `${path}/${id}`);
    expect([deleted.status, at(deleted.json, "recipient.id"), at(deleted.json, "recipient.status")]).to.deep.equal([
      200,
      id,
      "deleted",
    ]);
    expect((await add(email)).status).to.equal(429);
    expect((await add(email, await api.account())).status).to.equal(429);
    clock.aheadMs = hour;
    expect((await add(email)).status).to.equal(201);
  });

  it("are ten an account at most", async () => {
    for (let made = 0; made < 10; made += 1) expect((await add(newEmail())).status).to.equal(201);
    expect(await add(newEmail())).to.nested.include({ status: 409, "json.code": "too_many_recipients" });
    expect(await list()).to.have.length(10);
  });

  it("belong to their account and need the scope", async () => {
    const id = await verified();
    const other = await api.account();
    expect(await list(other)).to.deep.equal([]);
    expect((await other.client.call("DELETE", `${path}/${id}`)).status).to.equal(404);
    expect((await account.client.call("DELETE", `${path}/none`)).status).to.equal(404);
    const reader = await api.account({ scopes: ["read"] });
    expect((await reader.client.call("GET", path)).status).to.equal(200);
    expect((await add(newEmail(), reader)).status).to.equal(403);
    const renderer = await api.account({ scopes: ["render"] });
    expect((await renderer.client.call("GET", path)).status).to.equal(403);
    expect((await api.anyone.call("POST", path, { body: { email: newEmail() } })).status).to.equal(401);
  });
});

describe("recipients: links", () => {
  const { clock, api, account, add, list, tokenOf, verify } = useRecipients();

  it("are verified by their newest link, also repeatedly and by concurrent calls", async () => {
    const email = newEmail();
    const id = textAt((await add(email)).json, "recipient.id");
    const older = await tokenOf(id);
    expect(at((await add(email.toUpperCase())).json, "recipient")).to.include({ id, status: "pending" });
    expect(await verify(older)).to.nested.include({
      status: 400,
      "json.code": "invalid_token",
      "json.retryable": false,
    });
    const token = await tokenOf(id);
    expect((await verify(`${"a".repeat(43)}&utm_source=mail`)).json).to.include({ code: "invalid_token" });
    expect((await api.anyone.call("HEAD", `${path}/verify?token=${token}`)).status).to.equal(405);
    expect((await list())[0]).to.include({ status: "pending" });
    // Mail gateways add parameters of their own to links.
    const links = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? token : `${token}&utm_source=mail`));
    const replies = await Promise.all(links.map((link) => verify(link)));
    for (const { status, json } of replies) {
      expect(status).to.equal(200);
      expect(json).to.deep.equal(replies[0]?.json);
    }
    expect(at(replies[0]?.json, "recipient")).to.include({ id, status: "verified" }).and.have.property("verifiedAt");
    // One that is verified is not asked again.
    const orders = api.orchestrator.orders.length;
    expect(at((await add(email)).json, "recipient")).to.include({ id, status: "verified" });
    expect(api.orchestrator.orders.length).to.equal(orders);
  });

  it("are not verified by an expired, unknown or empty link", async () => {
    const id = textAt((await add(newEmail())).json, "recipient.id");
    const token = await tokenOf(id);
    clock.aheadMs = hour / 2;
    for (const wrong of [token, "a".repeat(43), ""]) {
      expect(await verify(wrong)).to.nested.include({ status: 400, "json.code": "invalid_token" });
    }
  });

  it("are shown a page in a browser, whether their link works or not", async () => {
    const id = textAt((await add(newEmail())).json, "recipient.id");
    const page = await verify(await tokenOf(id), html);
    expect([page.status, page.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"]);
    expect(page.headers.get("content-security-policy")).to.match(/^default-src 'none'; style-src 'sha256-/);
    expect([page.headers.get("referrer-policy"), page.headers.get("cache-control")]).to.deep.equal([
      "no-referrer",
      "no-store",
    ]);
    expect(page.bytes.toString()).to.include("confirmed").and.include("r***@m***.com");
    const refused = await verify("none", html);
    expect([refused.status, refused.bytes.toString().includes("does not work")]).to.deep.equal([400, true]);
  });

  it("have links to the service's own address, whatever the Host header", async () => {
    const email = newEmail();
    const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example" };
    await account.client.call("POST", path, { body: { email }, headers });
    expect(
      JSON.stringify(await api.ports.database.deliveries.find({ accountId: account.accountId }).toArray()),
    ).to.not.include("evil");
  });
});

describe("recipients: monitors", () => {
  const { clock, api, account, add, list, verified } = useRecipients();

  const monitorWith = async (email: object, owner = account) => {
    const body = { name: "<b>Prices</b>", url: "https://example.com/", intervalMinutes: 60, alerts: { email } };
    return owner.client.call("POST", "/render/monitors", { body });
  };
  const emailOf = async (id: string) =>
    at((await account.client.call("GET", `/render/monitors/${id}`)).json, "monitor.alerts.email");
  const pathOf = (url: string) => url.slice("http://api.test".length);

  it("are the account's own, and leave it when they are deleted", async () => {
    const [one, two, foreign] = [await verified(), await verified(), await verified(newEmail(), await api.account())];
    const refused = await monitorWith({ recipientIds: [one, foreign] });
    expect([refused.status, Object.keys(problems(refused.json))]).to.deep.equal([400, ["alerts.email.recipientIds.1"]]);
    const id = textAt((await monitorWith({ recipientIds: [one, two] })).json, "monitor.id");
    const patched = await account.client.call("PATCH", `/render/monitors/${id}`, {
      body: { alerts: { email: { recipientIds: [foreign] } } },
    });
    expect([patched.status, Object.keys(problems(patched.json))]).to.deep.equal([400, ["alerts.email.recipientIds.0"]]);
    await account.client.call("DELETE", `${path}/${one}`);
    expect(await emailOf(id)).to.deep.equal({ account: true, recipientIds: [two] });
  });

  it("pause it by a button on their link's page", async () => {
    const reader = await verified();
    const id = textAt((await monitorWith({ recipientIds: [reader] })).json, "monitor.id");
    const expires = Math.floor(Date.now() / 1000) + 60;
    const link = `${pathOf(signPauseUrl(api.ports, { monitorId: id, to: reader }, expires))}&utm_source=mail`;
    const shown = await api.anyone.call("GET", link, html);
    expect(shown.bytes.toString())
      .to.include('<form method="post">')
      .and.include("&lt;b&gt;Prices&lt;/b&gt;")
      .and.not.include("<b>");
    expect(shown.headers.get("content-security-policy")).to.include("form-action 'self'");
    expect((await api.anyone.call("GET", link)).json).to.deep.equal({ success: true, paused: false });
    const form = { raw: "", headers: { ...html.headers, "Content-Type": "application/x-www-form-urlencoded" } };
    const forged = link.replace(/(?<=signature=)./, (first) => (first === "A" ? "B" : "A"));
    for (const wrong of [forged, link.replace(id, crypto.randomUUID())]) {
      expect((await api.anyone.call("POST", wrong, form)).status).to.equal(400);
    }
    const status = async () => at((await account.client.call("GET", `/render/monitors/${id}`)).json, "monitor.status");
    expect(await status()).to.equal("active");
    const pressed = await api.anyone.call("POST", link, form);
    expect([pressed.status, pressed.bytes.toString().includes("is paused")]).to.deep.equal([200, true]);
    expect(await status()).to.equal("paused");
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`monitor:${id}`, "changed"]);
    clock.aheadMs = 61_000;
    expect((await api.anyone.call("GET", link)).json).to.include({ code: "invalid_token" });
    clock.aheadMs = 0;
    await account.client.call("DELETE", `${path}/${reader}`);
    expect((await api.anyone.call("POST", link)).json).to.include({ code: "invalid_token" });
  });

  it("unsubscribe with one click of their mail program, from this account alone", async () => {
    const email = newEmail();
    const reader = await verified(email);
    const id = textAt((await monitorWith({ recipientIds: [reader] })).json, "monitor.id");
    const link = `${pathOf(signUnsubscribeUrl(api.ports, { monitorId: id, to: reader }))}&utm_source=mail`;
    expect((await api.anyone.call("GET", link)).json).to.deep.equal({ success: true, unsubscribed: false });
    expect((await api.anyone.call("GET", link, html)).bytes.toString()).to.include('<form method="post">');
    const click = {
      raw: "List-Unsubscribe=One-Click",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    };
    for (let time = 0; time < 2; time += 1) {
      expect((await api.anyone.call("POST", link, click)).json).to.deep.equal({ success: true, unsubscribed: true });
    }
    expect((await list())[0]).to.include({
      status: "suppressed",
      suppressionReason: "unsubscribed",
    });
    expect((await add(email)).json).to.include({ code: "recipient_suppressed" });
    expect((await add(email, await api.account())).status).to.equal(201);
  });

  it("may be the account's own address; unsubscribing it turns off mails of this monitor", async () => {
    const id = textAt((await monitorWith({})).json, "monitor.id");
    const link = pathOf(signUnsubscribeUrl(api.ports, { monitorId: id, to: "account" }));
    expect((await api.anyone.call("POST", link)).status).to.equal(200);
    expect(await emailOf(id)).to.deep.equal({ account: false, recipientIds: [] });
    expect((await api.anyone.call("GET", link)).json).to.include({ unsubscribed: true });
  });
});

describe("recipients: events of the mail service", () => {
  const { api, account, add, list, verified } = useRecipients();

  const credentials = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString("base64")}` });
  const sendEvent = (body: object, headers: Record<string, string> = credentials("postmark:its own password")) =>
    api.anyone.call("POST", "/mail-events/postmark", { body, headers });

  it("are suppressed for every account after a permanent bounce or a complaint, and refused later", async () => {
    for (const [event, reason] of [
      [{ RecordType: "Bounce", Type: "HardBounce", Inactive: true }, "bounce"],
      [{ RecordType: "Bounce", Type: "Unknown", Inactive: true }, "bounce"],
      [{ RecordType: "SpamComplaint", Type: "SpamComplaint" }, "complaint"],
    ] as const) {
      const owner = await api.account();
      const email = newEmail();
      await verified(email, owner);
      expect((await sendEvent({ ...event, Email: email.toUpperCase(), ID: 1, Metadata: {} })).status).to.equal(200);
      expect((await list(owner))[0]).to.include({
        status: "suppressed",
        suppressionReason: reason,
      });
      expect(await add(email, owner)).to.nested.include({ status: 409, "json.code": "recipient_suppressed" });
      expect((await add(email, await api.account())).status).to.equal(409);
    }
  });

  it("ignore soft bounces and other events, and are active again when the service lifts a suppression", async () => {
    const email = newEmail();
    await verified(email);
    for (const event of [
      { RecordType: "Bounce", Type: "SoftBounce", Inactive: false, Email: email },
      { RecordType: "Delivery", Recipient: email },
      { RecordType: "Bounce" },
    ]) {
      expect((await sendEvent(event)).status).to.equal(200);
      expect((await list())[0]).to.include({ status: "verified" });
    }
    await sendEvent({
      RecordType: "SubscriptionChange",
      Recipient: email,
      SuppressSending: true,
      SuppressionReason: "HardBounce",
    });
    expect((await list())[0]).to.include({ suppressionReason: "bounce" });
    await sendEvent({
      RecordType: "SubscriptionChange",
      Recipient: email,
      SuppressSending: false,
      SuppressionReason: null,
    });
    expect((await list())[0]).to.include({ status: "verified" });
  });

  it("are accepted only with the mail service's credentials", async () => {
    const event = { RecordType: "SpamComplaint", Email: newEmail() };
    for (const headers of [
      credentials("postmark:wrong"),
      credentials(""),
      { Authorization: `Bearer ${account.key}` },
    ]) {
      expect((await sendEvent(event, headers)).status).to.equal(401);
    }
    const deaf = await testApi({ mail: { enabled: false, eventsAuth: "" } });
    const call = { body: event, headers: credentials("") };
    expect((await deaf.anyone.call("POST", "/mail-events/postmark", call)).status).to.equal(401);
    const { client } = await deaf.account();
    expect((await client.call("POST", path, { body: { email: newEmail() } })).status).to.equal(503);
    await deaf.close();
  });
});

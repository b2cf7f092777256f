import { expect } from "chai";
import { Value } from "typebox/value";
import { Monitor } from "#schemas/monitor/monitor.ts";
import { signAlertActionUrl, signUnsubscribeUrl } from "#vault/signatures.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { completeRun } from "./support/reviewedRuns.ts";
import { testApi } from "./support/testApi.ts";
import { html, newEmail, path, useRecipients } from "./support/recipients.ts";

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
    const pause = { monitorId: id, to: reader, action: "pause", runId: "" } as const;
    const link = `${pathOf(signAlertActionUrl(api.ports, pause, expires))}&utm_source=mail`;
    const shown = await api.anyone.call("GET", link, html);
    expect(shown.bytes.toString())
      .to.include('<form method="post">')
      .and.include("&lt;b&gt;Prices&lt;/b&gt;")
      .and.not.include("<b>");
    expect(shown.headers.get("content-security-policy")).to.include("form-action 'self'");
    expect((await api.anyone.call("GET", link)).json).to.deep.equal({ success: true, action: "pause", done: false });
    const form = { raw: "", headers: { ...html.headers, "Content-Type": "application/x-www-form-urlencoded" } };
    const forged = link.replace(/(?<=signature=)./, (first) => (first === "A" ? "B" : "A"));
    for (const wrong of [forged, link.replace(id, crypto.randomUUID()), link.replace("/pause", "/mute")]) {
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

  it("mute it for a day by their link, and accept a change by it once", async () => {
    const monitor = await monitorWith({ account: true });
    const id = textAt(monitor.json, "monitor.id");
    const expires = Math.floor(Date.now() / 1000) + 60;
    const linkOf = (action: "mute" | "accept", runId = "") =>
      pathOf(signAlertActionUrl(api.ports, { monitorId: id, to: "account", action, runId }, expires));
    const read = async (): Promise<Monitor> => {
      const { json } = await account.client.call("GET", `/render/monitors/${id}`);
      return Value.Parse(Monitor, at(json, "monitor"));
    };
    const asked = await api.anyone.call("GET", linkOf("mute"), html);
    expect(asked.bytes.toString()).to.include("Mute &lt;b&gt;Prices&lt;/b&gt; for a day?").and.include("Mute it");
    expect((await read()).mutedUntil).to.equal(null);
    expect((await api.anyone.call("POST", linkOf("mute"))).json).to.include({ action: "mute", done: true });
    const { mutedUntil } = await read();
    expect(Date.parse(mutedUntil ?? "") - Date.now()).to.be.within(86_000_000, 86_400_000);
    await api.anyone.call("POST", linkOf("mute"));
    expect((await read()).mutedUntil, "a second press").to.equal(mutedUntil);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await account.client.call("PATCH", `/render/monitors/${id}`, { body: { mutedUntil: soon } });
    await api.anyone.call("POST", linkOf("mute"));
    const longer = Date.parse((await read()).mutedUntil ?? "") - Date.now();
    expect(longer, "a shorter mute").to.be.within(86_000_000, 86_400_000);

    const runId = await completeRun(api.ports.database, id);
    expect((await api.anyone.call("GET", linkOf("accept", runId))).json).to.include({ done: false });
    const unpaired = await api.anyone.call("GET", linkOf("accept", runId), html);
    expect(unpaired.bytes.toString()).to.not.include("<img");
    const pair = { key: "pair", contentType: "image/png", bytes: 10, sha256: "0".repeat(64), width: 20, height: 10 };
    await api.ports.database.runs.updateOne({ _id: runId }, { $set: { pair } });
    const paired = await api.anyone.call("GET", linkOf("accept", runId), html);
    expect(paired.headers.get("content-security-policy")).to.include("img-src 'self'");
    expect(paired.bytes.toString())
      .to.match(/<img src="\/[^"]*pair[^"]*signature=/)
      .and.include(`href="/console/monitors/${id}"`)
      .and.include('<a href="/console">Open Watchframe</a>');
    expect((await read()).baselineRunId).to.equal(null);
    expect((await api.anyone.call("POST", linkOf("accept", runId))).json).to.include({ done: true });
    expect((await read()).baselineRunId).to.equal(runId);
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`monitor:${id}`, "changed"]);
    const other = linkOf("accept", runId).replace(runId, "01900000-0000-7000-8000-0000000000a2");
    expect((await api.anyone.call("POST", other)).json).to.include({ code: "invalid_token" });
    // The run was captured with other settings than the monitor has now.
    await account.client.call("PATCH", `/render/monitors/${id}`, { body: { diff: { mode: "pixel" } } });
    expect((await api.anyone.call("POST", linkOf("accept", runId))).json).to.include({ code: "invalid_token" });
  });

  it("act by no other method than POST, and by no link with another parameter", async () => {
    const monitor = await monitorWith({ account: true });
    const id = textAt(monitor.json, "monitor.id");
    const runId = await completeRun(api.ports.database, id);
    const expires = Math.floor(Date.now() / 1000) + 60;
    const links = (["accept", "mute", "pause"] as const).map((action) => {
      const target = { monitorId: id, to: "account", action, runId: action === "accept" ? runId : "" };
      return pathOf(signAlertActionUrl(api.ports, target, expires));
    });
    const spec = async () => (await api.ports.database.monitors.findOne({ _id: id }))?.spec;
    const record = async () => api.ports.database.monitors.findOne({ _id: id });
    const before = await record();
    for (const link of links) {
      for (const [method, headers] of [
        ["GET", {}],
        ["HEAD", {}],
        // What browsers and mail scanners send.
        ["GET", { ...html.headers, "Sec-Purpose": "prefetch;prerender", Purpose: "prefetch" }],
        ["GET", { ...html.headers, "User-Agent": "LinkScanner/1.0" }],
      ] as const) {
        expect((await api.anyone.call(method, link, { headers })).status, `${method} ${link}`).to.equal(200);
      }
      for (const method of ["PUT", "PATCH", "DELETE"])
        expect((await api.anyone.call(method, link)).status).to.be.oneOf([404, 405]);
      const { searchParams } = new URL(link, "http://api.test");
      for (const [name, value] of searchParams) {
        const last = value.at(-1) === "1" ? "2" : "1";
        const changed = link.replace(`${name}=${encodeURIComponent(value)}`, `${name}=${value.slice(0, -1)}${last}`);
        expect(changed, name).not.to.equal(link);
        expect((await api.anyone.call("POST", changed)).status, changed).to.equal(400);
        const without = link.replace(new RegExp(`[?&]${name}=[^&]*`), "").replace(/(?<=alert-actions\/\w+)&/, "?");
        expect((await api.anyone.call("POST", without)).status, without).to.equal(400);
      }
    }
    expect(await record()).to.deep.equal(before);
    for (const link of links) expect((await api.anyone.call("POST", link)).status).to.equal(200);
    expect(await spec()).to.deep.include({ wanted: "paused" });
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

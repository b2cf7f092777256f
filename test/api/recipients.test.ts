import { expect } from "chai";
import { logIn } from "./support/browser.ts";
import { at, listAt, problems, textAt } from "./support/fields.ts";
import { hour, html, newEmail, path, useRecipients } from "./support/recipients.ts";

describe("recipients: addresses and limits", () => {
  const { clock, api, account, add, list, tokenOf, verified } = useRecipients();

  it("are pending with a masked address, and a mail of theirs is sent by a workflow", async () => {
    const { status, json } = await add("Someone@Example.COM");
    expect(status).to.equal(201);
    expect(at(json, "recipient")).to.include({ status: "pending", emailMasked: "So***e@example.com" });
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

  it("have masks that differ, and whole addresses for a person who is logged in alone", async () => {
    // The account of the tests is at example.com.
    const given = ["boss@example.org", "bass@example.org", "bob@example.org", "robert@example.com"];
    for (const email of given) expect((await add(email)).status).to.equal(201);
    const masks = (await list()).map((recipient) => textAt(recipient, "emailMasked")).toReversed();
    expect(masks).to.deep.equal(["b***s@e***.org", "ba***s@e***.org", "b***@e***.org", "ro***t@example.com"]);
    for (const recipient of await list()) expect(recipient).to.not.have.property("email");
    const browser = await logIn(api, { apiKey: account.key });
    const shown = listAt((await browser.call("GET", path)).json, "recipients");
    expect(shown).to.have.length(4);
    const whole = shown.map((recipient) => textAt(recipient, "email")).toReversed();
    expect(whole).to.deep.equal(given);
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
    const id = textAt(await list(), "0.id");
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
    expect(page.bytes.toString())
      .to.include("confirmed")
      .and.match(/re\*\*\*\d@m\*\*\*\.com/);
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

import { expect } from "chai";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/login";
const body = {
  name: "shop",
  url,
  steps: [
    { fill: { target: "#password", value: "CANARY-1" } },
    { fill: { target: "#code", value: "{{totp}}" } },
    { click: { target: "#go" } },
  ],
  signedIn: { text: "Sign out" },
  totp: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  renewAfter: 60,
};

describe("sign-ins", () => {
  const { account, api } = useApi({ accountPerTest: true });
  const call = (method: string, path: string, given?: object) =>
    account.client.call(method, path, given === undefined ? {} : { body: given });

  it("are made, read, listed and deleted, and no reply and no record has a secret", async () => {
    const made = await call("POST", "/sign-ins", body);
    expect(made.status).to.equal(201);
    const id = textAt(made.json, "signIn.id");
    const { name, signedIn, renewAfter } = body;
    const shown = {
      id,
      name,
      host: new URL(url).host,
      signedIn,
      renewAfter,
      hasTotp: true,
      status: "pending",
      renewedAt: null,
    };
    const got = await call("GET", `/sign-ins/${id}`);
    expect(at(got.json, "signIn")).to.deep.include(shown);
    const listed = await call("GET", "/sign-ins");
    expect(at(listed.json, "signIns")).to.deep.equal([at(got.json, "signIn")]);
    const record = await api.ports.database.signIns.findOne({ _id: id });
    const all = JSON.stringify([made.json, got.json, listed.json, record]);
    expect(all).to.not.include("CANARY").and.not.include(body.totp);
    expect(all).to.not.include(url);
    expect(textAt((await call("POST", "/sign-ins", body)).json, "error")).to.equal("sign_in_exists");
    expect((await call("POST", `/sign-ins/${id}/renew`)).status).to.equal(202);
    expect((await call("DELETE", `/sign-ins/${id}`)).status).to.equal(200);
    expect((await call("GET", `/sign-ins/${id}`)).status).to.equal(404);
  });

  it("are changed; a new log-in host forgets the session, and the seed goes with the steps", async () => {
    const { database } = api.ports;
    const id = textAt((await call("POST", "/sign-ins", body)).json, "signIn.id");
    await database.signIns.updateOne(
      { _id: id },
      { $set: { session: (await database.signIns.findOne({ _id: id }))?.url ?? null } },
    );
    const kept = await call("PATCH", `/sign-ins/${id}`, { renewAfter: null, signedIn: { selector: "#out" } });
    expect(at(kept.json, "signIn")).to.deep.include({
      renewAfter: null,
      signedIn: { selector: "#out" },
      hasTotp: true,
    });
    expect((await database.signIns.findOne({ _id: id }))?.session).to.not.equal(null);
    const [password] = body.steps;
    const moved = await call("PATCH", `/sign-ins/${id}`, { url: "https://id.example.com/", steps: [password] });
    expect(at(moved.json, "signIn")).to.deep.include({
      host: "id.example.com",
      hasTotp: false,
      name: "shop",
      picture: null,
    });
    const record = await database.signIns.findOne({ _id: id });
    expect(record?.session).to.equal(null);
    expect(JSON.stringify([moved.json, record])).to.not.include("CANARY");
    const wrong: [change: object, field: string][] = [
      [{ totp: body.totp }, "totp"],
      [{ steps: body.steps }, "steps.1.fill.value"],
      [{ url: "http://127.0.0.1/" }, "url"],
      [{ proxy: "none" }, "proxy"],
      [{ steps: [{ fill: { target: "#a", value: "{{secret:none}}" } }] }, "steps.0.fill.value"],
      [{ name: "other" }, "name"],
      [{}, ""],
    ];
    for (const [change, field] of wrong) {
      const { status, json } = await call("PATCH", `/sign-ins/${id}`, change);
      expect(status, JSON.stringify(change)).to.equal(400);
      if (field !== "") expect(textAt(json, "fields.0.field"), JSON.stringify(change)).to.equal(field);
    }
    const { client } = await api.account();
    expect((await client.call("PATCH", `/sign-ins/${id}`, { body: { renewAfter: 60 } })).status).to.equal(404);
    expect((await client.call("GET", `/sign-ins/${id}/picture`)).status).to.equal(404);
    expect(textAt((await call("GET", `/sign-ins/${id}/picture`)).json, "message")).to.equal(
      "The sign-in has no picture.",
    );
  });

  it("refuse what can't work, and name the field", async () => {
    const wrong: [change: object, field: string][] = [
      [{ url: "http://127.0.0.1/" }, "url"],
      [{ signedIn: { text: "a", selector: "#b" } }, "signedIn"],
      [{ signedIn: {} }, "signedIn"],
      [{ signedIn: { selector: "//p" } }, "signedIn.selector"],
      [{ signedIn: { address: "/" } }, "signedIn.address"],
      [{ totp: "not base32!" }, "totp"],
      [{ totp: undefined }, "steps.1.fill.value"],
      [{ steps: [{ click: { target: "#go" } }] }, "totp"],
      [{ steps: [{ fill: { target: "#a", value: "{{secret:none}}{{totp}}" } }] }, "steps.0.fill.value"],
      [{ steps: [{ click: { target: "//p" } }], totp: undefined }, "steps.0.click.target"],
      [{ renewAfter: 1 }, "renewAfter"],
    ];
    for (const [change, field] of wrong) {
      const { status, json } = await call("POST", "/sign-ins", { ...body, ...change });
      expect(status, JSON.stringify(change)).to.equal(400);
      expect(textAt(json, "fields.0.field"), JSON.stringify(change)).to.equal(field);
    }
  });

  it("must exist when a capture names them", async () => {
    const page = "https://example.com/";
    const monitor = { name: "m", url: page, intervalMinutes: 1_440, capture: { signIn: "shop" } };
    const named: [path: string, body: object, field: string][] = [
      ["/render", { url: page, signIn: "shop" }, "signIn"],
      ["/render/smart-batch", { urls: [page], signIn: "shop" }, "signIn"],
      ["/crawl", { url: page, signIn: "shop" }, "signIn"],
      ["/render/monitors", monitor, "capture.signIn"],
    ];
    for (const [path, given, field] of named) {
      const { status, json } = await call("POST", path, given);
      expect([status, textAt(json, "fields.0.field")], path).to.deep.equal([400, field]);
    }
    await call("POST", "/sign-ins", body);
    for (const [path, given] of named) expect((await call("POST", path, given)).status, path).to.be.below(300);
    const { client } = await api.account();
    expect((await client.call("POST", "/render", { body: { url: page, signIn: "shop" } })).status).to.equal(400);
  });
});

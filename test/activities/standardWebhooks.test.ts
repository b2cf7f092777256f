import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { Webhook } from "standardwebhooks";
import { webhookHeaders } from "#activities/notify/webhooks.ts";
import { WebhookSecret } from "#schemas/common.ts";
import { bodyValidator } from "#schemas/validate.ts";

describe("webhook signatures", () => {
  const body = JSON.stringify({ id: "evt_1", text: "größer ≠ kleiner" });

  it("verify with the reference library, for a whsec_ secret", () => {
    const secret = `whsec_${randomBytes(24).toString("base64")}`;
    const headers = webhookHeaders({ id: "evt_1", body, secret, at: new Date() });
    expect(new Webhook(secret).verify(body, headers)).to.deep.equal(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).to.throw();
  });

  it("verify with the reference library, for a plain text secret", () => {
    const secret = "correct horse battery staple";
    const headers = webhookHeaders({ id: "evt_1", body, secret, at: new Date() });
    expect(new Webhook(secret, { format: "raw" }).verify(body, headers)).to.deep.equal(JSON.parse(body));
  });

  it("treat a whsec_ secret without 24 to 64 bytes of base64, which requests can't set, as plain text", () => {
    const secret = "whsec_too-short-to-be-one";
    const headers = webhookHeaders({ id: "evt_1", body, secret, at: new Date() });
    expect(new Webhook(secret, { format: "raw" }).verify(body, headers)).to.deep.equal(JSON.parse(body));
  });

  it("verify with the reference library for every whsec_ secret of 24 to 64 bytes", () => {
    const validate = bodyValidator(WebhookSecret);
    const secrets = Array.from({ length: 80 }, (_, bytes) => `whsec_${randomBytes(bytes).toString("base64")}`);
    const taken = secrets.filter((secret) => validate(secret).ok);
    expect(taken).to.deep.equal(secrets.slice(24, 65));
    for (const secret of taken) {
      const headers = webhookHeaders({ id: "evt_1", body, secret, at: new Date() });
      expect(new Webhook(secret).verify(body, headers), secret).to.deep.equal(JSON.parse(body));
    }
  });

  it("are left out without a secret", () => {
    const headers = webhookHeaders({ id: "evt_1", body, secret: null, at: new Date(1_700_000_000_999) });
    expect(headers).to.deep.equal({
      "content-type": "application/json",
      "webhook-id": "evt_1",
      "webhook-timestamp": "1700000000",
    });
  });
});

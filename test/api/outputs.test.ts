import { createHash } from "node:crypto";
import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const bytes = Buffer.from("not really a picture");
const outputs = {
  screenshot: { contentType: "image/jpeg", bytes },
  html: { contentType: "text/html; charset=utf-8", bytes: Buffer.from("<script>alert(1)</script>") },
  markdown: { contentType: "text/markdown; charset=utf-8", bytes: Buffer.from("# é") },
};

/** A completed job with a signed address of its picture, and a clock that the tests set. */
function useOutput() {
  let id: string;
  let signed: string;
  let clock: Date;
  before(() => {
    clock = new Date();
  });
  const { api, account } = useApi({ now: () => clock });
  before(async () => {
    id = await submit();
    await completeJob(api.ports, id, outputs);
    const { json } = await account.client.call("GET", `/status/${id}`);
    signed = textAt(json, "job.result.screenshot.url").replace("http://api.test", "");
  });
  const submit = async (): Promise<string> => {
    const { json } = await account.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    await api.ports.background.settled();
    return textAt(json, "id");
  };
  return {
    get id() {
      return id;
    },
    get signed() {
      return signed;
    },
    get clock() {
      return clock;
    },
    set clock(value) {
      clock = value;
    },
    api,
    account,
    submit,
  };
}

describe("GET /jobs/{id}/outputs/{name}", () => {
  const output = useOutput();
  const { api, account } = output;

  it("sends a picture's bytes by key and by signed address", async () => {
    for (const reply of [
      await account.client.call("GET", `/jobs/${output.id}/outputs/screenshot`),
      await api.anyone.call("GET", output.signed),
    ]) {
      expect([reply.status, reply.bytes]).to.deep.equal([200, bytes]);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      expect(
        ["content-type", "content-length", "etag", "cache-control", "content-disposition"].map((name) =>
          reply.headers.get(name),
        ),
      ).to.deep.equal([
        "image/jpeg",
        String(bytes.length),
        `"${sha256}"`,
        "private, max-age=300",
        `inline; filename="${output.id}-screenshot.jpg"`,
      ]);
    }
  });

  it("prevents foreign pages from running on the service's origin", async () => {
    const { headers } = await account.client.call("GET", `/jobs/${output.id}/outputs/html`);
    expect(headers.get("content-disposition")).to.equal(`attachment; filename="${output.id}-html.html"`);
    expect(headers.get("content-security-policy")).to.equal("sandbox; default-src 'none'");
    expect(headers.get("x-content-type-options")).to.equal("nosniff");
  });

  it("answers HEAD like GET, without the bytes", async () => {
    const { status, headers, bytes: body } = await api.anyone.call("HEAD", output.signed);
    expect([status, headers.get("content-length"), body.length]).to.deep.equal([200, String(bytes.length), 0]);
  });

  it("answers 304 to a client that has the bytes", async () => {
    const { headers } = await api.anyone.call("GET", output.signed);
    const etag = headers.get("etag") ?? "";
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      expect(
        (await api.anyone.call("GET", output.signed, { headers: { "If-None-Match": value } })).status,
        value,
      ).to.equal(304);
    }
    expect((await api.anyone.call("GET", output.signed, { headers: { "If-None-Match": '"other"' } })).status).to.equal(
      200,
    );
  });

  it("ignores parameters that a mail gateway adds to a signed address, and still needs its signature", async () => {
    const added = `${output.signed}&utm_source=mail&data=05%7C02`;
    const reply = await api.anyone.call("GET", added);
    expect([reply.status, reply.bytes]).to.deep.equal([200, bytes]);
    const forged = await api.anyone.call(
      "GET",
      added.replace(/expires=\d+/, (text) => `${text}0`),
    );
    expect([forged.status, at(forged.json, "error")]).to.deep.equal([404, "output_expired"]);
    // A caller with a key wrote the query, so an unknown field is an error.
    const mistyped = await account.client.call("GET", `/jobs/${output.id}/outputs/screenshot?expire=1`);
    expect([mistyped.status, problems(mistyped.json)]).to.deep.equal([400, { expire: "is not a known field" }]);
  });
});

describe("GET /jobs/{id}/outputs/{name}: refusals", () => {
  const output = useOutput();
  const { api, account, submit } = output;

  it("is 404 output_expired for an address that is altered, for another output, or too old", async () => {
    const other = await submit();
    await completeJob(api.ports, other, outputs);
    const last = output.signed.at(-1) === "A" ? "E" : "A";
    const altered = [
      output.signed.slice(0, -1) + last,
      output.signed.replace(/expires=\d+/, (text) => `${text}0`),
      output.signed.replace("/screenshot", "/html"),
      output.signed.replace(output.id, other),
      output.signed.replace(/signature=.*/, "signature="),
      output.signed.replace(/expires=\d+&/, ""),
    ];
    for (const path of altered) {
      const { status, json } = await api.anyone.call("GET", path);
      expect([status, at(json, "error")], path).to.deep.equal([404, "output_expired"]);
    }
    const now = output.clock;
    output.clock = new Date(now.getTime() + 24 * 60 * 60 * 1000 - 2_000);
    expect((await api.anyone.call("GET", output.signed)).status).to.equal(200);
    output.clock = new Date(now.getTime() + 24 * 60 * 60 * 1000 + 1_000);
    expect((await api.anyone.call("GET", output.signed)).status).to.equal(404);
    output.clock = now;
  });

  it("needs a key or a signature", async () => {
    expect((await api.anyone.call("GET", `/jobs/${output.id}/outputs/screenshot`)).status).to.equal(401);
    expect((await api.anyone.call("GET", `/jobs/${output.id}/outputs/screenshot?expires=99999999999`)).status).to.equal(
      401,
    );
  });

  it("is 404 for another account's key, an unknown job and an output that is not there", async () => {
    const other = await api.account();
    expect((await other.client.call("GET", `/jobs/${output.id}/outputs/screenshot`)).status).to.equal(404);
    for (const path of [
      `/jobs/01900000-0000-7000-8000-000000000000/outputs/screenshot`,
      `/jobs/${output.id}/outputs/fonts`,
      `/jobs/${output.id}/outputs/nonsense`,
      `/jobs/${output.id}/outputs/..%2f..%2fetc`,
    ]) {
      expect((await account.client.call("GET", path)).status, path).to.equal(404);
    }
  });

  it("is 409 until the job has ended, and 404 when it failed", async () => {
    const running = await submit();
    const early = await account.client.call("GET", `/jobs/${running}/outputs/screenshot`);
    expect([early.status, at(early.json, "error")]).to.deep.equal([409, "not_ready"]);
    await failJob(api.ports, running, { code: "page_crashed", message: "Crashed.", retryable: true });
    expect((await account.client.call("GET", `/jobs/${running}/outputs/screenshot`)).status).to.equal(404);
  });
});

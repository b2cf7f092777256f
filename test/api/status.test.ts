import { expect } from "chai";
import { apiErrors } from "#schemas/errors.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { completeJob, failJob, metadata } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const outputs = {
  screenshot: { contentType: "image/jpeg", bytes: Buffer.from("jpg") },
  metadata: { contentType: "application/json", bytes: Buffer.from(JSON.stringify(metadata)) },
  markdown: { contentType: "text/markdown; charset=utf-8", bytes: Buffer.from("# Hé") },
  links: { contentType: "application/json", bytes: Buffer.from("[]") },
};

function useStatus() {
  const { api, account } = useApi();
  const submit = async (): Promise<string> => {
    const { json } = await account.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    await api.ports.background.settled();
    return textAt(json, "id");
  };
  const status = (id: string, query = "") => account.client.call("GET", `/status/${id}${query}`);
  return { api, account, submit, status };
}

describe("GET /status/{id}: the job", () => {
  const { api, account, submit, status } = useStatus();

  it("shows a queued job with Retry-After", async () => {
    const id = await submit();
    const { json, headers } = await status(id);
    expect(at(json, "job.status")).to.equal("queued");
    expect([at(json, "pollAfterMs"), headers.get("retry-after")]).to.deep.equal([1000, "1"]);
    expect(at(json, "job.credits")).to.deep.equal({ charged: 1, refunded: 0, net: 1 });
    expect(at(json, "job.result")).to.equal(undefined);
  });

  it("shows a completed job with signed addresses, inline metadata, and other values on request", async () => {
    const id = await submit();
    await completeJob(api.ports, id, outputs);
    const { json, headers } = await status(id);
    expect([at(json, "job.status"), at(json, "pollAfterMs"), headers.get("retry-after")]).to.deep.equal([
      "completed",
      undefined,
      null,
    ]);
    expect(at(json, "job.result.metadata.value")).to.deep.equal(metadata);
    expect(at(json, "job.result.markdown.value")).to.equal(undefined);
    expect(textAt(json, "job.result.screenshot.url")).to.match(
      new RegExp(`^http://api\\.test/jobs/${id}/outputs/screenshot\\?expires=\\d+&signature=[\\w-]{43}$`),
    );
    const included = await status(id, "?include=markdown,links");
    expect(at(included.json, "job.result.markdown.value")).to.equal("# Hé");
    expect(at(included.json, "job.result.links.value")).to.deep.equal([]);
    const twice = await status(id, "?include=markdown&include=links");
    expect(at(twice.json, "job.result.links.value")).to.deep.equal([]);
  });

  it("reads metadata from the record when it is stored there", async () => {
    const id = await submit();
    await completeJob(api.ports, id, {});
    const own = { ...metadata, title: "from the record" };
    const text = JSON.stringify(own);
    const output = {
      name: "metadata" as const,
      contentType: "application/json",
      bytes: text.length,
      sha256: "0",
      text,
    };
    await api.ports.database.jobs.updateOne({ _id: id }, { $set: { "result.outputs": [output] } });
    expect(at((await status(id)).json, "job.result.metadata.value")).to.deep.equal(own);
    const { bytes } = await account.client.call("GET", `/jobs/${id}/outputs/metadata`);
    expect(bytes.toString()).to.equal(text);
  });

  it("shows why a job failed", async () => {
    const id = await submit();
    await failJob(api.ports, id, { code: "tls_error", message: "No.", retryable: false });
    const { json } = await status(id);
    expect([at(json, "job.status"), at(json, "job.error"), at(json, "job.credits.net")]).to.deep.equal([
      "failed",
      { code: "tls_error", message: "No.", retryable: false },
      0,
    ]);
  });

  it("is 404 for foreign, unknown and malformed ids alike", async () => {
    const id = await submit();
    const other = await api.account();
    const replies = [
      await other.client.call("GET", `/status/${id}`),
      await status(unknownId),
      await status("nonsense"),
      await status("%ZZ"),
      await status("%24ne"),
    ];
    for (const { status: code, json } of replies) {
      expect([code, json]).to.deep.equal([
        404,
        { success: false, error: "not_found", type: "not_found", message: apiErrors.not_found.message },
      ]);
    }
  });

  it("accepts an id in capitals", async () => {
    expect((await status((await submit()).toUpperCase())).status).to.equal(200);
  });
});

describe("GET /status/{id}: the query", () => {
  const { status } = useStatus();

  for (const query of [
    "?wait=0",
    "?wait=61",
    "?wait=1.5",
    "?wait=x",
    "?wait=",
    "?include=nope",
    "?include=screenshot",
    "?inclde=markdown",
    "?wait=1&wait=2",
    "?include=%00",
  ]) {
    it(`refuses ${query}`, async () => {
      const { status: code, json } = await status(unknownId, query);
      expect([code, Object.keys(problems(json))[0]]).to.deep.equal([
        400,
        query.startsWith("?wait") ? "wait" : query.startsWith("?inclde") ? "inclde" : "include.0",
      ]);
    });
  }
});

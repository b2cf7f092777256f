import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const picture = { screenshot: { contentType: "image/jpeg", bytes: Buffer.from("picture") } };
const body = { url: "https://example.com/" };

describe("/render/screenshot", () => {
  const { api, account } = useApi();
  beforeEach(() => {
    api.orchestrator.onStart = ({ jobId }) =>
      void completeJob(api.ports, jobId, picture).then(() => api.orchestrator.end(jobId));
  });

  it("answers with the picture's bytes, for options in the body or in the address", async () => {
    const replies = [
      await account.client.call("POST", "/render/screenshot", { body: { ...body, fullPage: true } }),
      await account.client.call(
        "GET",
        `/render/screenshot?url=${encodeURIComponent(body.url)}&fullPage=true&width=800&theme=dark`,
      ),
      await account.client.call("POST", "/render/screenshot", {
        body,
        headers: { Accept: "image/avif,image/*;q=0.9,application/json;q=0.5" },
      }),
    ];
    for (const { status, headers, bytes } of replies) {
      expect([status, headers.get("content-type"), bytes.toString()]).to.deep.equal([200, "image/jpeg", "picture"]);
      expect([
        headers.get("x-credits-charged"),
        headers.get("x-credits-refunded"),
        headers.get("x-credits-remaining"),
      ]).to.deep.equal(["1", "0", "unlimited"]);
      expect(headers.get("x-job-id")).to.match(/^[0-9a-f-]{36}$/);
    }
    expect(
      api.orchestrator.started.map(({ spec }) => [
        spec.screenshot?.fullPage,
        spec.extracts,
        spec.viewport.width,
        spec.theme,
      ]),
    ).to.deep.equal([
      [true, [], 1280, "light"],
      [true, [], 800, "dark"],
      [false, [], 1280, "light"],
    ]);
  });

  it("takes one picture for one Idempotency-Key, and gives it to every call", async () => {
    const owner = await api.account();
    const call = (asked: object = body) =>
      owner.client.call("POST", "/render/screenshot", { body: asked, headers: { "Idempotency-Key": "one" } });
    const [first, again] = [await call(), await call()];
    expect([first.status, again.status]).to.deep.equal([200, 200]);
    expect([first.bytes.toString(), again.bytes.toString()]).to.deep.equal(["picture", "picture"]);
    for (const name of ["x-job-id", "x-credits-charged", "x-credits-remaining"])
      expect(again.headers.get(name)).to.equal(first.headers.get(name));
    expect([first, again].map(({ headers }) => headers.get("idempotent-replayed"))).to.deep.equal([null, "true"]);
    expect(await api.ports.database.jobs.countDocuments({ accountId: owner.accountId })).to.equal(1);
    expect((await call({ ...body, fullPage: true })).status).to.equal(422);
  });

  it("answers with the job to a client that would rather have JSON", async () => {
    const { status, json } = await account.client.call("POST", "/render/screenshot", {
      body,
      headers: { Accept: "application/json" },
    });
    expect([status, at(json, "success"), at(json, "job.status")]).to.deep.equal([200, true, "completed"]);
    expect(textAt(json, "job.result.screenshot.url")).to.match(/^http:\/\/api\.test\/jobs\//);
  });
});

describe("/render/screenshot: failures and refusals", () => {
  const { api, account } = useApi();
  beforeEach(() => {
    api.orchestrator.onStart = ({ jobId }) =>
      void completeJob(api.ports, jobId, picture).then(() => api.orchestrator.end(jobId));
  });

  it("is 422 with the render's own code when the capture fails, and shows the refund", async () => {
    api.orchestrator.onStart = ({ jobId }) =>
      void failJob(api.ports, jobId, { code: "navigation_timeout", message: "Too slow.", retryable: true }).then(() =>
        api.orchestrator.end(jobId),
      );
    const { status, json, headers } = await account.client.call("POST", "/render/screenshot", { body });
    expect([status, json]).to.deep.equal([
      422,
      { success: false, error: "navigation_timeout", type: "capture_error", message: "Too slow." },
    ]);
    expect([headers.get("x-credits-charged"), headers.get("x-credits-refunded")]).to.deep.equal(["1", "1"]);
  });

  it("counts the refund as left", async () => {
    const { client } = await api.account({ plan: "free" });
    api.orchestrator.onStart = ({ jobId }) =>
      void failJob(api.ports, jobId, { code: "tls_error", message: "No.", retryable: false }).then(() =>
        api.orchestrator.end(jobId),
      );
    expect((await client.call("POST", "/render/screenshot", { body })).headers.get("x-credits-remaining")).to.equal(
      "100",
    );
  });

  it("is 504 with the status address when the work takes too long", async function () {
    this.timeout(60_000);
    const { wait } = api.orchestrator;
    api.orchestrator.onStart = () => undefined;
    // Forty seconds are over at once: the clock of the wait is the one thing not worth living through.
    const { now } = Date;
    let skipped = 0;
    Date.now = () => now() + skipped;
    api.orchestrator.wait = () => {
      skipped = 41_000;
      return Promise.resolve("still_running");
    };
    const { status, json, headers } = await account.client.call("POST", "/render/screenshot", {
      body: { ...body, timeout: 10 },
    });
    Date.now = now;
    api.orchestrator.wait = wait;
    expect([status, at(json, "error")]).to.deep.equal([504, "timeout"]);
    expect(textAt(json, "message")).to.include(`http://api.test/status/${headers.get("x-job-id")}`);
  });

  it("validates its options like any render", async () => {
    const started = api.orchestrator.started.length;
    const replies = [
      await account.client.call("POST", "/render/screenshot", { body: { url: "http://127.0.0.1/", timeout: 9 } }),
      await account.client.call("GET", "/render/screenshot?url=http%3A%2F%2F127.0.0.1%2F&timeout=9"),
    ];
    for (const { status, json } of replies) {
      expect([status, Object.keys(problems(json)).toSorted()]).to.deep.equal([400, ["timeout", "url"]]);
    }
    expect(
      problems(
        (await account.client.call("POST", "/render/screenshot", { body: { ...body, extractHtml: true } })).json,
      ),
    ).to.have.property("extractHtml");
    expect(problems((await account.client.call("GET", "/render/screenshot")).json)).to.deep.equal({
      url: "is required",
    });
    expect(
      problems(
        (await account.client.call("GET", "/render/screenshot?url=https://example.com/&headers=a&hideSelectors=b"))
          .json,
      ),
    ).to.have.keys(["headers", "hideSelectors"]);
    expect(
      problems((await account.client.call("GET", "/render/screenshot?url=https://example.com/&blockAds=yes")).json),
    ).to.have.keys(["blockAds"]);
    expect(api.orchestrator.started).to.have.length(started);
  });

  it("does no work for HEAD", async () => {
    const started = api.orchestrator.started.length;
    const { status, headers } = await account.client.call("HEAD", "/render/screenshot?url=https://example.com/");
    expect([status, headers.get("allow")]).to.deep.equal([405, "GET, POST"]);
    expect(api.orchestrator.started).to.have.length(started);
  });
});

import { expect } from "chai";
import { ApiError, ConnectionError, TimeoutError, Watchframe } from "#clients/typescript/src/index.ts";
import { withOwnTime } from "../support/ownTime.ts";
import { useResource } from "../support/useResource.ts";
import { accept, type Answer, busy, failureOf, openFaultyServer, reset, sendJson } from "./support/faultyServer.ts";

describe("the client's calls", () => {
  const server = useResource(openFaultyServer);
  const client = (more: object = {}) => new Watchframe({ apiKey: "wf_live_a", baseUrl: server.baseUrl, ...more });
  const page = { url: "https://example.com" };

  it("repeat a POST after a reset, 429 and 503, always with the same Idempotency-Key", async () => {
    server.replyWith(reset, busy(429), busy(503), accept);
    const { id } = await client({ maxRetries: 3 }).renders.create(page);
    expect(id).to.equal("01a");
    expect(server.seen).to.have.length(4);
    const [first] = server.seen;
    expect(new Set(server.seen.map(({ key }) => key)).size).to.equal(1);
    expect(first?.key).to.match(/^[\w-]{36}$/);
    expect(first).to.deep.include({ method: "POST", url: "/render", authorization: "Bearer wf_live_a" });
    expect(JSON.parse(first?.body ?? "")).to.deep.equal(page);
  });

  it("wait at least as long as Retry-After says, and not all equally long", async () => {
    const pauses = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const own = await openFaultyServer();
        try {
          own.replyWith(sendJson(429, { error: "rate_limited" }, { "Retry-After": "1" }), accept);
          await new Watchframe({ apiKey: "wf_live_a", baseUrl: own.baseUrl }).renders.create(page);
          const [first, second] = own.seen.map(({ at }) => at);
          return (second ?? 0) - (first ?? 0);
        } finally {
          await own.close();
        }
      }),
    );
    expect(Math.min(...pauses)).to.be.at.least(995);
    expect(Math.max(...pauses)).to.be.below(3_000);
    expect(Math.max(...pauses) - Math.min(...pauses)).to.be.above(20);
  });

  it("give up after the allowed retries, with the error of the last try", async () => {
    server.replyWith(busy(503));
    const error = await failureOf(client({ maxRetries: 1 }).renders.create(page));
    expect(error).to.be.instanceOf(ApiError);
    expect(error).to.include({ status: 503, code: "unavailable", retryable: true, retryAfterMs: 0 });
    expect(server.seen).to.have.length(2);
    server.replyWith(reset);
    const broken = await failureOf(client({ maxRetries: 0 }).usage());
    expect(broken).to.be.instanceOf(ConnectionError);
  });

  it("repeat no POST without an Idempotency-Key that may have been done", async () => {
    server.replyWith(reset, accept);
    expect(await failureOf(client().keys.create({ name: "n", scopes: ["read"] }))).to.be.instanceOf(ConnectionError);
    expect(server.seen).to.have.length(1);
  });

  it("repeat no refusal, and show all of its problems", async () => {
    const fields = [{ field: "url", message: "is required" }];
    server.replyWith(
      sendJson(
        400,
        { error: "validation_failed", type: "validation_error", message: "Invalid.", fields },
        { "X-Request-Id": "r1" },
      ),
    );
    const error = await failureOf(client().renders.create(page));
    expect(error).to.deep.include({ code: "validation_failed", status: 400, requestId: "r1", fields });
    expect(server.seen).to.have.length(1);
  });

  it("wait no longer than their timeout, and stop at the caller's signal", async () => {
    server.replyWith(() => undefined);
    expect(await failureOf(client({ timeoutMs: 50, maxRetries: 0 }).usage())).to.be.instanceOf(TimeoutError);
    const controller = new AbortController();
    const reason = new Error("enough");
    const call = failureOf(client().usage({ signal: controller.signal }));
    controller.abort(reason);
    expect(await call).to.equal(reason);
  });

  it("follow no redirect, so that the key reaches no other origin", async () => {
    const other = await openFaultyServer();
    try {
      server.replyWith((_request, response) => {
        response.writeHead(307, { Location: `${other.baseUrl}/render` });
        response.end();
      });
      expect(await failureOf(client({ maxRetries: 0 }).renders.create(page))).to.be.instanceOf(ConnectionError);
      expect(other.seen).to.deep.equal([]);
    } finally {
      await other.close();
    }
  });

  it("wait for a job through an API that is away", async () => {
    const status = (state: string) =>
      sendJson(200, { success: true, job: { id: "01a", status: state, completedAt: state === "queued" ? null : "t" } });
    server.replyWith(status("queued"), busy(503), reset, status("completed"));
    const states: string[] = [];
    const done = await client({ maxRetries: 0 }).jobs.wait("01a", { onUpdate: (now) => states.push(now.status) });
    expect(done.status).to.equal("completed");
    expect(states).to.deep.equal(["queued", "completed"]);
    expect(server.seen.map(({ url }) => url)).to.deep.equal(Array(4).fill("/status/01a?wait=30"));
  });

  it("retry a reply that breaks off, and report it as a broken connection in the end", async () => {
    const cut: Answer = (_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000" });
      response.write('{"success":');
      setImmediate(() => response.destroy());
    };
    server.replyWith(cut, sendJson(200, { success: true, plan: "free" }));
    expect((await client().usage()).plan).to.equal("free");
    server.replyWith(cut);
    expect(await failureOf(client({ maxRetries: 0 }).usage())).to.be.instanceOf(ConnectionError);
    expect(await failureOf(client().jobs.output("01a", "markdown"))).to.be.instanceOf(ConnectionError);
  });

  it("wait no longer than the whole wait's timeout, with an API that is silent", async () => {
    server.replyWith(accept, () => undefined);
    const began = performance.now();
    const [error, ownMs] = await withOwnTime(failureOf(client().renders.run(page, { timeoutMs: 700 })));
    expect(error).to.be.instanceOf(TimeoutError);
    expect(performance.now() - began).to.be.at.least(650);
    expect(ownMs).to.be.below(3_000);
  });

  it("leave a stream open beyond the timeout of the call", async () => {
    server.replyWith((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.write("one ");
      setTimeout(() => response.end("two"), 400);
    });
    const stream = await client().operations.streamEvents({}, { timeoutMs: 200 });
    expect(await stream.text()).to.equal("one two");
  });

  it("read a list page by page, only as far as the loop goes", async () => {
    const pageOf = (ids: string[], nextCursor: string | null) =>
      sendJson(200, { success: true, jobs: ids.map((id) => ({ id })), nextCursor });
    server.replyWith(pageOf(["a", "b"], "c1"), pageOf(["c"], null));
    const ids: string[] = [];
    for await (const { id } of client().jobs.list({ status: "failed" })) ids.push(id);
    expect(ids).to.deep.equal(["a", "b", "c"]);
    expect(server.seen.map(({ url }) => url)).to.deep.equal(["/jobs?status=failed", "/jobs?status=failed&cursor=c1"]);
    server.replyWith(pageOf(["a", "b"], "c1"));
    expect(await client().jobs.list().take(1)).to.deep.equal([{ id: "a" }]);
    expect(server.seen).to.have.length(1);
  });
});

import { expect } from "chai";
import { ApiError, ComparisonFailedError, Watchframe } from "#clients/typescript/src/index.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { accept, type Answer, failureOf, openFaultyServer, sendJson } from "./support/faultyServer.ts";

const page = { url: "https://example.com" };
const reason = new Error("enough");
const silent: Answer = () => undefined;
const cancelled = sendJson(200, { success: true, job: { id: "01a", status: "cancelled" } });

describe("the client's waits", () => {
  const server = useResource(openFaultyServer);
  const client = () => new Watchframe({ apiKey: "wf_live_a", baseUrl: server.baseUrl });
  const calls = () => server.seen.map(({ method, url }) => `${method} ${url}`);
  const callsReach = (count: number) => until(async () => server.seen.length >= count);

  it("cancel the work at the signal if the caller asks for it, and leave it alone otherwise", async () => {
    for (const cancelOnAbort of [true, false]) {
      server.replyWith(accept, silent, cancelled);
      const controller = new AbortController();
      const run = failureOf(client().renders.run(page, { signal: controller.signal, cancelOnAbort }));
      await callsReach(2);
      controller.abort(reason);
      expect(await run).to.equal(reason);
      const polled = ["POST /render", "GET /status/01a?wait=30"];
      expect(calls()).to.deep.equal(cancelOnAbort ? [...polled, "DELETE /jobs/01a"] : polled);
    }
  });

  it("cancel work that the signal meets before its id is known", async () => {
    let finish = (): void => undefined;
    server.replyWith((request, response) => {
      finish = () => accept(request, response);
    }, cancelled);
    const controller = new AbortController();
    const run = failureOf(client().renders.run(page, { signal: controller.signal, cancelOnAbort: true }));
    await callsReach(1);
    controller.abort(reason);
    finish();
    expect(await run).to.equal(reason);
    expect(calls()).to.deep.equal(["POST /render", "DELETE /jobs/01a"]);
  });

  it("cancel batches, crawls and comparisons too", async () => {
    const batch = sendJson(200, { success: true, batch: { completedAt: null }, items: [] });
    const crawl = sendJson(200, { success: true, crawl: { completedAt: null } });
    const waits = [
      {
        state: batch,
        wait: (wf: Watchframe, options: object) => wf.batches.wait("b", options),
        path: "/render/batches/b",
      },
      { state: crawl, wait: (wf: Watchframe, options: object) => wf.crawls.wait("c", options), path: "/crawl/c" },
      { state: silent, wait: (wf: Watchframe, options: object) => wf.comparisons.wait("d", options), path: "/jobs/d" },
    ];
    for (const { state, wait, path } of waits) {
      server.replyWith(state, cancelled);
      const controller = new AbortController();
      const run = failureOf(wait(client(), { signal: controller.signal, cancelOnAbort: true }));
      await callsReach(1);
      controller.abort(reason);
      expect(await run).to.equal(reason);
      expect(calls().at(-1)).to.equal(`DELETE ${path}`);
    }
  });

  it("end with the signal's reason if the work ended meanwhile, and with the API's error if it refuses", async () => {
    for (const { refusal, expected } of [
      { refusal: sendJson(409, { error: "already_terminal" }), expected: "Error" },
      { refusal: sendJson(403, { error: "scope_missing" }), expected: "ApiError" },
    ]) {
      server.replyWith(silent, refusal);
      const controller = new AbortController();
      const wait = failureOf(client().jobs.wait("01a", { signal: controller.signal, cancelOnAbort: true }));
      await callsReach(1);
      controller.abort(reason);
      const error = await wait;
      expect(error).to.have.property("name", expected);
      expect(error instanceof ApiError).to.equal(expected === "ApiError");
    }
  });

  it("reject with the comparison that failed", async () => {
    const error = { code: "dimensions_differ", message: "The pictures differ in size.", retryable: false };
    const diff = { id: "01a", status: "failed", completedAt: "2026-11-23T08:00:00.000Z", error };
    server.replyWith(sendJson(200, { success: true, diff }));
    const failure = await failureOf(client().comparisons.wait("01a"));
    expect(failure).to.be.instanceOf(ComparisonFailedError);
    expect(failure).to.deep.include({ diff, message: error.message });
  });
});

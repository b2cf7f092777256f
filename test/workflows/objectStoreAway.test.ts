import { expect } from "chai";
import { ObjectStoreAway, openObjectStore } from "#data/objects.ts";
import { workflowIds } from "#orders/messages.ts";
import { serveSite, stopAll } from "../egress/support.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { servers } from "../support/servers.ts";
import { type HeldSite, startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcpProxy.ts";

describe("the service's own object store", function () {
  this.timeout(90_000);
  let site: HeldSite;
  let proxy: TcpProxy;
  let pipeline: Pipeline;
  let caller: Caller;

  before(async () => {
    const { info } = await servers();
    [site, proxy] = await Promise.all([startHeldSite(), startTcpProxy(new URL(info.s3.endpoint).host)]);
    const more = { WATCHFRAME_S3_ENDPOINT: `http://${proxy.address}` };
    pipeline = await startPipeline({ allow: [site.host], more });
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    site.release();
  });
  after(async () => {
    proxy?.set("up");
    await pipeline?.stop();
    await Promise.all([site?.close(), proxy?.close(), stopAll()]);
  });

  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: unknown) => (error instanceof ObjectStoreAway ? "away" : "refused"),
    );

  it("counts as away when it is unreachable or fails, but not when it refuses", async () => {
    const { s3 } = (await servers()).info;
    const answer = await serveSite((request, response) =>
      response.writeHead(Number(/\/(\d+)\?/u.exec(request.url ?? "")?.[1])).end(),
    );
    const at = (endpoint: string) => openObjectStore({ ...s3, region: "us-east-1", endpoint });
    const answering = at(`http://127.0.0.1:${answer.port}`);
    const outcomes = [403, 404, 500, 503, 507].map((status) =>
      outcome(answering.put(String(status), Buffer.from("bytes"), "text/plain")),
    );
    expect(await Promise.all(outcomes)).to.deep.equal(["refused", "refused", "away", "away", "away"]);
    expect(await outcome(at("http://127.0.0.1:1").get("key"))).to.equal("away");
    expect(await at(s3.endpoint).get("there/is/none")).to.equal(null);
    answering.close();
  });

  it("away: a capture is retried after 5 s and more, so that few tries outlast an outage", async () => {
    const { jobs } = pipeline.database;
    proxy.set("away");
    const id = await caller.submit({ url: `${site.url}/kept` });
    const handle = pipeline.temporal.workflow.getHandle(workflowIds.renderJob(id));
    await until(async () => (await jobs.findOne({ _id: id }))?.status === "in_progress");
    const waiting = await until(async () => {
      const { raw } = await handle.describe();
      return raw.pendingActivities?.find(({ attempt, lastFailure }) => attempt === 2 && lastFailure) ?? null;
    });
    const seconds = Number(waiting.scheduledTime?.seconds) - Number(waiting.lastAttemptCompleteTime?.seconds);
    expect(seconds).to.be.within(4, 6);
    expect(waiting.lastFailure?.message).to.equal("The object store is unavailable.");
    proxy.set("up");
    const { status, credits } = await caller.ended(id);
    expect([status, credits]).to.deep.equal(["completed", { charged: 1, refunded: 0, net: 1 }]);
    expect((await jobs.findOne({ _id: id }))?.result?.outputs.map(({ name }) => name)).to.include("screenshot");
  });
});

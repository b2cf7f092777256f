import { ApplicationFailure } from "@temporalio/common";
import { MockActivityEnvironment } from "@temporalio/testing";
import { DefaultLogger } from "@temporalio/worker";
import { expect } from "chai";
import { createWorkerMetrics } from "#telemetry/metrics.ts";
import { countActivities } from "#worker/countActivities.ts";

describe("counting activities", () => {
  const metrics = createWorkerMetrics({ browser: () => ({ starts: 0, active: 0, waiting: 0 }) });
  const environment = (activityType: string) =>
    new MockActivityEnvironment(
      { activityType, taskQueue: "wf", currentAttemptScheduledTimestampMs: Date.now() - 2_000 },
      { interceptors: [countActivities(metrics)], logger: new DefaultLogger("ERROR") },
    );

  it("counts tries with their wait, and the ends that are written down, once each", async () => {
    const settle = (end: unknown) => environment("settleJob").run(async (_input: unknown) => undefined, { end });
    await settle({ status: "completed" });
    await settle({ status: "failed", code: "tls_error" });
    await settle({ status: "failed", code: "https://canary.example/?a=1" });
    const fails = () => Promise.reject(ApplicationFailure.create({ message: "no", type: "tls_error" }));
    const failed = await environment("captureRender")
      .run(fails)
      .catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(ApplicationFailure);
    const text = await metrics.registry.metrics();
    for (const line of [
      'watchframe_renders_ended_total{kind="render",outcome="completed"} 1',
      'watchframe_renders_ended_total{kind="render",outcome="tls_error"} 1',
      'watchframe_renders_ended_total{kind="render",outcome="internal_error"} 1',
      'watchframe_activity_duration_seconds_count{activity="captureRender",outcome="failed"} 1',
      'watchframe_activity_duration_seconds_count{activity="settleJob",outcome="completed"} 3',
      'watchframe_queue_wait_seconds_bucket{le="1",queue="wf"} 0',
      'watchframe_queue_wait_seconds_bucket{le="2.5",queue="wf"} 4',
    ])
      expect(text).to.include(line);
    expect(text).not.to.include("canary");
  });

  it("counts deliveries by their outcome", async () => {
    const run = (activity: string, outcome: string) => environment(activity).run(async () => ({ outcome }));
    for (const outcome of ["delivered", "suppressed", "expired"]) await run("sendMail", outcome);
    for (const outcome of ["delivered", "gone", "retry"]) await run("attemptDelivery", outcome);
    await environment("sendMail")
      .run(() => Promise.reject(new Error("refused")))
      .catch(() => undefined);
    const text = await metrics.registry.metrics();
    for (const [channel, outcomes] of Object.entries({
      email: ["delivered", "suppressed", "expired", "failed"],
      webhook: ["delivered", "gone", "retry"],
    }))
      for (const outcome of outcomes)
        expect(text).to.include(`watchframe_deliveries_total{channel="${channel}",outcome="${outcome}"} 1\n`);
  });
});

import type { Orchestrator, Waited } from "#api/orchestrator.ts";
import type { RenderJobInput } from "#orders/inputs.ts";
import { type WorkflowOrder, workflowStart } from "#orders/starts.ts";

/** Replaces Temporal. It records each order, and a wait ends when the test says so. */
export type FakeOrchestrator = Orchestrator & {
  orders: WorkflowOrder[];
  started: RenderJobInput[];
  signals: [workflowId: string, signal: string][];
  cancelled: string[];
  cancelledWorkflows: string[];
  /** Ends all waits for the workflow of a job. */
  end(jobId: string): void;
  /** Called at each start. */
  onStart: (input: RenderJobInput) => void;
  /** Called at each cancel. */
  onCancel: (jobId: string) => void;
};

/** A new stand-in. */
export function createFakeOrchestrator(): FakeOrchestrator {
  const ended = new Set<string>();
  const waiting = new Map<string, (() => void)[]>();
  const fake: FakeOrchestrator = {
    orders: [],
    started: [],
    signals: [],
    cancelled: [],
    cancelledWorkflows: [],
    onStart: () => undefined,
    onCancel: () => undefined,
    end(jobId) {
      ended.add(jobId);
      for (const settle of waiting.get(jobId) ?? []) settle();
      waiting.delete(jobId);
    },
    start(order) {
      fake.orders.push(order);
      if (order.type === "renderJob") {
        fake.started.push(order.input);
        fake.onStart(order.input);
      }
      return Promise.resolve();
    },
    signalWorkflow: () => Promise.resolve(true),
    signal(order, signal) {
      fake.signals.push([workflowStart(order).workflowId, signal.name]);
      return Promise.resolve(true);
    },
    cancel(workflowId) {
      const jobId = idOf(workflowId);
      fake.cancelled.push(jobId);
      fake.cancelledWorkflows.push(workflowId);
      fake.onCancel(jobId);
      return Promise.resolve(true);
    },
    wait(workflowId, ms, signal) {
      const jobId = idOf(workflowId);
      if (ended.has(jobId)) return Promise.resolve("ended");
      return new Promise<Waited>((resolve) => {
        const timer = setTimeout(() => resolve("still_running"), ms);
        const settle = (outcome: Waited) => {
          clearTimeout(timer);
          resolve(outcome);
        };
        waiting.set(jobId, [...(waiting.get(jobId) ?? []), () => settle("ended")]);
        signal.addEventListener("abort", () => settle("still_running"));
      });
    },
    ping: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return fake;
}

/** The resource's id in a workflow's, which stands between its kind and its attempt. */
function idOf(workflowId: string): string {
  const [, id = ""] = workflowId.split(":");
  return id;
}

import type { Caller, Pipeline } from "../pipeline.ts";
import type { Receiver } from "../receiver.ts";
import type { HeldSite } from "../stack.ts";

/** The setting of a scenario. `record` writes a workflow's history under a name. */
export type World = {
  pipeline: Pipeline;
  caller: Caller;
  site: HeldSite;
  receiver: Receiver;
  /** A local port without a listener. */
  closedPort: number;
  record(name: string, workflowId: string): Promise<void>;
};

/** Drives one kind of workflow through its branches and records each. */
export type Scenario = (world: World) => Promise<void>;

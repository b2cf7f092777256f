import { type Bytes, readBytes } from "../bytes.ts";
import { Monitors as MonitorCalls } from "../generated/resources.ts";
import type { BulkReply, Monitor, MonitorPatch, MonitorRequest, MonitorRun } from "../generated/shapes.ts";
import type { CallOptions } from "../transport.ts";
import { runPollMs, waitForEnd, type WaitOptions } from "../wait.ts";

export type RunPictureName = "screenshot" | "visualization" | "mask" | "pair";
/** The action for one of many monitors. */
export type MonitorOperation =
  | { action: "create"; monitor: MonitorRequest }
  | { action: "change"; id: string; change: MonitorPatch }
  | { action: "pause" | "resume" | "delete"; id: string };

/** Pages that are watched for change. */
export class Monitors extends MonitorCalls {
  /** Does up to 100 operations, one after the other. One that fails does not stop the others; its result says why. */
  override bulk(operations: readonly MonitorOperation[], options?: CallOptions): Promise<BulkReply> {
    return super.bulk(
      operations.map((operation) => ({ ...operation })),
      options,
    );
  }

  /** Sends no message about the monitor until a time, at most 366 days ahead. Its runs and incidents continue. */
  mute(id: string, until: Date | string, options?: CallOptions): Promise<Monitor> {
    return this.update(id, { mutedUntil: until instanceof Date ? until.toISOString() : until }, options);
  }

  /** A run once it has ended. */
  waitForRun(
    id: string,
    runId: string,
    options: Omit<WaitOptions<MonitorRun>, "cancelOnAbort"> = {},
  ): Promise<MonitorRun> {
    const read = (call: CallOptions) => this.getRun(id, runId, call);
    return waitForEnd({ read, isEnded: ({ completedAt }) => completedAt !== undefined, pollMs: runPollMs }, options);
  }

  /** A picture of a run. Default: its screenshot. */
  async picture(id: string, runId: string, options: CallOptions & { name?: RunPictureName } = {}): Promise<Bytes> {
    const { name = "screenshot", ...call } = options;
    return readBytes(await this.operations.getRunOutput(id, runId, name, {}, call));
  }
}

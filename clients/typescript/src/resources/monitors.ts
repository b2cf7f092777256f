import { type Bytes, readBytes } from "../bytes.ts";
import type { Operations } from "../generated/operations.ts";
import type {
  BulkReply,
  Delivery,
  Monitor,
  MonitorPatch,
  MonitorRequest,
  MonitorRun,
  NewMonitorReply,
} from "../generated/shapes.ts";
import { List, type ListQuery } from "../list.ts";
import type { CallOptions } from "../transport.ts";
import { waitForEnd, type WaitOptions } from "../wait.ts";

export type RunPictureName = "screenshot" | "visualization" | "mask" | "pair";
/** The action for one of many monitors. */
export type MonitorOperation =
  | { action: "create"; monitor: MonitorRequest }
  | { action: "change"; id: string; change: MonitorPatch }
  | { action: "pause" | "resume" | "delete"; id: string };

/** Milliseconds between two polls of a run. Runs have no long poll. */
const runPollMs = 1_000;

/** Pages that are watched for change. */
export class Monitors {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  async create(request: MonitorRequest, options?: CallOptions): Promise<Monitor> {
    return (await this.#operations.createMonitor(request, {}, options)).monitor;
  }

  /** Shows the monitor that `create` would make, and its price. Makes nothing. */
  plan(request: MonitorRequest, options?: CallOptions): Promise<NewMonitorReply> {
    return this.#operations.createMonitor(request, { dryRun: true }, options);
  }

  /** Does up to 100 operations, one after the other. One that fails does not stop the others; its result says why. */
  bulk(operations: readonly MonitorOperation[], options?: CallOptions): Promise<BulkReply> {
    return this.#operations.changeMonitors({ operations: operations.map((operation) => ({ ...operation })) }, options);
  }

  async get(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.#operations.getMonitor(id, options)).monitor;
  }

  list(query: ListQuery<Operations["listMonitors"]> = {}, options?: CallOptions): List<Monitor> {
    return new List(async (cursor) => {
      const page = await this.#operations.listMonitors({ ...query, ...(cursor && { cursor }) }, options);
      return { items: page.monitors, nextCursor: page.nextCursor };
    });
  }

  async update(id: string, patch: MonitorPatch, options?: CallOptions): Promise<Monitor> {
    return (await this.#operations.updateMonitor(id, patch, options)).monitor;
  }

  pause(id: string, options?: CallOptions): Promise<Monitor> {
    return this.update(id, { status: "paused" }, options);
  }

  resume(id: string, options?: CallOptions): Promise<Monitor> {
    return this.update(id, { status: "active" }, options);
  }

  /** Sends no message about the monitor until a time, at most 366 days ahead. Its runs and incidents continue. */
  mute(id: string, until: Date | string, options?: CallOptions): Promise<Monitor> {
    return this.update(id, { mutedUntil: until instanceof Date ? until.toISOString() : until }, options);
  }

  unmute(id: string, options?: CallOptions): Promise<Monitor> {
    return this.update(id, { mutedUntil: null }, options);
  }

  /** Replaces the tags of a monitor. */
  setTags(id: string, tags: readonly string[], options?: CallOptions): Promise<Monitor> {
    return this.update(id, { tags: [...tags] }, options);
  }

  async delete(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.#operations.deleteMonitor(id, options)).monitor;
  }

  /** Queues a run now. */
  async run(id: string, options?: CallOptions): Promise<MonitorRun> {
    return (await this.#operations.runMonitor(id, options)).run;
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

  async getRun(id: string, runId: string, options?: CallOptions): Promise<MonitorRun> {
    return (await this.#operations.getMonitorRun(id, runId, options)).run;
  }

  runs(id: string, query: { limit?: number } = {}, options?: CallOptions): List<MonitorRun> {
    return new List(async (cursor) => {
      const page = await this.#operations.listMonitorRuns(id, { ...query, ...(cursor && { cursor }) }, options);
      return { items: page.runs, nextCursor: page.nextCursor };
    });
  }

  /** A picture of a run. Default: its screenshot. */
  async picture(id: string, runId: string, options: CallOptions & { name?: RunPictureName } = {}): Promise<Bytes> {
    const { name = "screenshot", ...call } = options;
    return readBytes(await this.#operations.getRunOutput(id, runId, name, {}, call));
  }

  /** Makes a run the baseline. An open change then ends. */
  async accept(id: string, runId: string, options?: CallOptions): Promise<Monitor> {
    return (await this.#operations.setBaseline(id, { runId }, options)).monitor;
  }

  /** Marks the open incident as seen. */
  async acknowledge(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.#operations.acknowledgeIncident(id, options)).monitor;
  }

  /** Withdraws the acknowledgement of the open incident. */
  async unacknowledge(id: string, options?: CallOptions): Promise<Monitor> {
    return (await this.#operations.unacknowledgeIncident(id, options)).monitor;
  }

  /** Sends a sample to a channel. The delivery's tries say what the service answered. */
  async testChannel(id: string, channelId: string, options?: CallOptions): Promise<Delivery> {
    return (await this.#operations.testChannel(id, channelId, options)).delivery;
  }

  async incidents(id: string, options?: CallOptions) {
    return (await this.#operations.listMonitorIncidents(id, options)).incidents;
  }

  async baselines(id: string, options?: CallOptions) {
    return (await this.#operations.listMonitorBaselines(id, options)).baselines;
  }
}

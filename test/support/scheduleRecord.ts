import { uuidv7 } from "uuidv7";
import type { ScheduleRecord, ScheduleTiming } from "#schemas/schedule.ts";
import { renderSpec } from "./renderSpec.ts";

type Given = { accountId: string; url: string; timing: ScheduleTiming } & Partial<ScheduleRecord>;

/** A schedule's record as the API would write it: metadata only, which is free, unless `spec` says otherwise. */
export function scheduleRecord({ accountId, url, timing, ...rest }: Given): ScheduleRecord {
  const id = uuidv7();
  const at = timing.type === "delayed" ? timing.at : null;
  return {
    _id: id,
    accountId,
    keyId: "key",
    requestId: "request",
    url,
    host: new URL(url).hostname,
    timing,
    limit: null,
    spec: renderSpec({ url, sealedFor: id, screenshot: null, extracts: ["metadata"] }),
    priority: "normal",
    optionsHash: "hash",
    status: "active",
    nextRunAt: at,
    dueAt: at ?? new Date(8.64e15),
    runCount: 0,
    lastRunAt: null,
    lastJobId: null,
    createdAt: new Date(),
    expiresAt: null,
    version: 0,
    ...rest,
  };
}

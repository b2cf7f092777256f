import { uuidv7 } from "uuidv7";
import { newJob } from "#data/jobs.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { renderSpec } from "./renderSpec.ts";

/** A queued job's record as it would be written for a picture of a page, unless `spec` says otherwise. */
export function jobRecord({
  accountId,
  spec = {},
  ...rest
}: { accountId: string; spec?: Partial<RenderSpec> } & Partial<Omit<JobRecord, "spec">>): JobRecord {
  const id = uuidv7();
  const whole = renderSpec({ sealedFor: id, ...spec });
  const template = {
    accountId,
    keyId: "k",
    requestId: "r",
    spec: whole,
    priority: "normal",
    optionsHash: "h",
  } as const;
  return { ...newJob(template, { id, kind: "render", url: whole.url, createdAt: new Date() }), ...rest };
}

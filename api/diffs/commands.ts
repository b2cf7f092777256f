import { newJob } from "#data/jobs.ts";
import type { Database } from "#data/mongo.ts";
import type { FieldProblem } from "#schemas/common.ts";
import type { DiffRequest } from "#schemas/diffRequest.ts";
import type { DiffSide, DiffSource, DiffSourceSpec } from "#schemas/diff.ts";
import { apiErrors } from "#schemas/errors.ts";
import type { PageRequest } from "#schemas/renders/render.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { type Accepted, acceptJob, findAccepted } from "../jobs/acceptJob.ts";
import { isTerminal } from "../jobs/store.ts";
import type { ApiPorts } from "../ports.ts";
import { onlyPicture } from "../renders/outputs.ts";
import { toTemplate } from "../renders/spec.ts";

/** A comparison; schema and `diffRules` have checked the request. */
export type DiffOrder = { caller: Caller; requestId: string; request: DiffRequest; reservation: Reservation };

/**
 * Charges a comparison and queues it.
 * @throws ApiError `insufficient_credits`, `scope_missing` for a run, or an error of `findSources`.
 */
export async function acceptDiff(ports: ApiPorts, order: DiffOrder): Promise<Accepted> {
  const { caller, requestId, request, reservation } = order;
  const accepted = await findAccepted(ports, reservation);
  if (accepted !== null) return accepted;
  checkScopes(caller, request);
  const { before, after } = await findSources(ports.database, caller.accountId, request);
  const { mode, visualization, threshold, ignoreRegions } = request;
  const { id, at: createdAt, isRepeat } = reservation;
  const template = await toTemplate(ports, {
    caller,
    requestId,
    request: toRender(request, after.url),
    outputs: onlyPicture,
    sealedFor: id,
    place: "capture",
  });
  const diff = { before, after, mode, visualization, threshold, ignoreRegions };
  const record = newJob(template, { id, kind: "diff", url: after.url, createdAt, diff });
  return acceptJob(ports, { record, plan: caller.plan, isRepeat });
}

/** Runs belong to monitors, so a key that only renders may not see them. */
function checkScopes({ scopes }: Caller, { before, after }: DiffRequest): void {
  if (before.runId === undefined && after.runId === undefined) return;
  if (scopes.includes("read") || scopes.includes("monitor")) return;
  throw new ApiError("scope_missing", { message: "A comparison of runs needs a key with the scope read or monitor." });
}

/** How the pages of a comparison are captured: by default the full page, and always as PNG. */
function toRender({ capture, priority, webhookUrl, webhookSecret }: DiffRequest, url: string): PageRequest {
  return {
    fullPage: true,
    ...capture,
    url,
    format: "png",
    ...(priority !== undefined && { priority }),
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(webhookSecret !== undefined && { webhookSecret }),
  };
}

/** Why a job or run cannot be compared. If the two differ, the reply names the first in this order. */
const obstacles = ["not_found", "not_ready", "no_screenshot"] as const;
type Obstacle = { code: (typeof obstacles)[number]; problem: FieldProblem };

/** The two pictures of a comparison. */
type Sources = Record<DiffSide, DiffSourceSpec>;

/**
 * Finds the sources of the two pictures.
 * @throws ApiError `not_found`, `not_ready` or `no_screenshot` with the fields of the jobs and runs without a
 * screenshot; `dimensions_differ` if the widths of two stored screenshots differ.
 */
async function findSources(
  database: Database,
  accountId: string,
  { before, after }: Pick<DiffRequest, "before" | "after">,
): Promise<Sources> {
  const found = await Promise.all([
    findSource(database, { accountId, side: "before", source: before }),
    findSource(database, { accountId, side: "after", source: after }),
  ]);
  const [one, other] = found;
  if ("code" in one || "code" in other) throw refusal(found.filter((each) => "code" in each));
  checkWidths(one, other);
  return { before: one, after: other };
}

type Wanted = { accountId: string; side: DiffSide; source: DiffSource };

async function findSource(database: Database, wanted: Wanted): Promise<DiffSourceSpec | Obstacle> {
  const { url, imageUrl, jobId, runId } = wanted.source;
  if (url !== undefined) return { kind: "page", url, host: new URL(url).hostname };
  if (imageUrl !== undefined) return { kind: "image", url: imageUrl, host: new URL(imageUrl).hostname };
  return runId === undefined ? findScreenshot(database, wanted, jobId ?? "") : findRunPicture(database, wanted, runId);
}

async function findScreenshot(
  { jobs }: Database,
  { accountId, side }: Wanted,
  givenId: string,
): Promise<DiffSourceSpec | Obstacle> {
  const jobId = givenId.toLowerCase();
  const obstacle = (code: Obstacle["code"]): Obstacle => obstacleOf(code, `${side}.jobId`);
  const job = await jobs.findOne({ _id: jobId });
  if (job === null || job.accountId !== accountId) return obstacle("not_found");
  if (!isTerminal(job)) return obstacle("not_ready");
  const output = job.result?.outputs.find(({ name }) => name === "screenshot");
  if (output === undefined) return obstacle("no_screenshot");
  return { kind: "job", jobId, url: job.url, host: job.host, output };
}

async function findRunPicture(
  { runs, monitors }: Database,
  { accountId, side }: Wanted,
  givenId: string,
): Promise<DiffSourceSpec | Obstacle> {
  const runId = givenId.toLowerCase();
  const field = `${side}.runId`;
  const run = await runs.findOne({ _id: runId });
  if (run === null || run.accountId !== accountId) return obstacleOf("not_found", field);
  if (run.completedAt === null) return obstacleOf("not_ready", field);
  const monitor = await monitors.findOne({ _id: run.monitorId });
  if (run.capture === undefined || monitor === null) return obstacleOf("no_screenshot", field);
  const { lossless, screenshot } = run.capture;
  if (lossless === undefined || screenshot === undefined) return obstacleOf("no_screenshot", field);
  const { host } = monitor.spec;
  return {
    kind: "run",
    monitorId: run.monitorId,
    runId,
    url: `https://${host}/`,
    host,
    output: { ...lossless, name: "screenshot" },
    shown: { ...screenshot, name: "screenshot" },
  };
}

function obstacleOf(code: Obstacle["code"], field: string): Obstacle {
  return { code, problem: { field, message: apiErrors[code].message } };
}

function refusal(found: readonly Obstacle[]): ApiError {
  const code = obstacles.find((candidate) => found.some((obstacle) => obstacle.code === candidate)) ?? "not_found";
  return new ApiError(code, { fields: found.map(({ problem }) => problem) });
}

function checkWidths(before: DiffSourceSpec, after: DiffSourceSpec): void {
  if (!("output" in before && "output" in after)) return;
  const widths = [before.output.width, after.output.width];
  if (widths[0] === widths[1]) return;
  const message = `${apiErrors.dimensions_differ.message} The first is ${widths[0]} pixels wide, the second ${widths[1]}.`;
  throw new ApiError("dimensions_differ", { message });
}

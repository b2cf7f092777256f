import type { Reserved } from "#data/credits.ts";
import { type CrawlBounds, type CrawlRecord, type CrawlRequest, defaultBounds } from "#schemas/crawl.ts";
import type { OutboxRecord } from "#schemas/job.ts";
import { plans } from "#schemas/settings/plans.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import { crawlInput } from "#orders/inputs.ts";
import { controlSignals } from "#orders/messages.ts";
import { renderPrice } from "#rules/prices.ts";
import { ApiError } from "../http/errors.ts";
import { readRemaining } from "../account/store.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { dispatch, reserveWithOutbox, tooFewCredits } from "../outbox.ts";
import type { ApiPorts } from "../ports.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { toTemplate } from "../renders/spec.ts";
import { sendOrFail, signalAndAwait } from "../signalAndAwait.ts";
import { readCrawl } from "./store.ts";

/** A crawl to accept; schema and `crawlRules` have checked the request. */
export type CrawlOrder = {
  caller: Caller;
  requestId: string;
  request: CrawlRequest;
  /** Names that the client sent. */
  fieldNames: ReadonlySet<string>;
  reservation: Reservation;
};

/** An accepted crawl, and the credits left; null without a limit. */
export type AcceptedCrawl = { crawl: CrawlRecord; remainingCredits: number | null };

/**
 * Records a crawl and starts it. Each page is charged when it is claimed for rendering.
 * @throws ApiError `insufficient_credits` if the account cannot pay for the first page.
 */
export async function acceptCrawl(ports: ApiPorts, order: CrawlOrder): Promise<AcceptedCrawl> {
  const { outbox, crawls } = ports.database;
  const { id, isRepeat } = order.reservation;
  const earlier = isRepeat ? await crawls.findOne({ _id: id }) : null;
  if (earlier !== null) return { crawl: earlier, remainingCredits: await readRemaining(ports, earlier.accountId) };
  const crawl = await toRecord(ports, order);
  const { _id, accountId, spec } = crawl;
  const entry: OutboxRecord = { _id, type: "crawl", accountId, jobIds: [], createdAt: ports.now() };
  const needed = renderPrice(spec);
  const insert = async ({ remainingCredits: left, period }: Reserved) => {
    if (left === null || left >= needed) return crawls.insertOne(crawl);
    await outbox.deleteOne({ _id });
    throw tooFewCredits({ needed, left, period });
  };
  const { plan } = order.caller;
  const { remainingCredits } = await reserveWithOutbox(ports, { entry, plan, charges: [], isRepeat, insert });
  await dispatch(ports, { entry, order: { type: "crawl", input: crawlInput(crawl) } });
  return { crawl, remainingCredits };
}

async function toRecord(
  ports: ApiPorts,
  { caller, requestId, request, fieldNames, reservation }: CrawlOrder,
): Promise<CrawlRecord> {
  const { id, at: createdAt } = reservation;
  const options = { ...request, extractMetadata: true };
  const outputs = chooseOutputs(options, fieldNames);
  const { origin, hostname } = new URL(request.url);
  const crawl = { origin, delayMs: 0 };
  const bounds = toBounds(request);
  return {
    _id: id,
    ...(await toTemplate(ports, { caller, requestId, request: options, outputs, sealedFor: id, crawl })),
    url: request.url,
    host: hostname,
    bounds,
    concurrency: Math.min(bounds.maxConcurrentPages, plans[caller.plan].concurrency ?? Infinity),
    status: "running",
    stopReason: null,
    anchors: [request.url],
    sessionParameters: [],
    found: 0,
    admitted: 0,
    limited: false,
    noting: null,
    tallies: {},
    createdAt,
    startedAt: null,
    completedAt: null,
    expiresAt: new Date(createdAt.getTime() + retentionMs.crawl),
    version: 0,
  };
}

function toBounds(request: CrawlRequest): CrawlBounds {
  return {
    maxPages: request.maxPages ?? defaultBounds.maxPages,
    maxDepth: request.maxDepth ?? defaultBounds.maxDepth,
    maxConcurrentPages: request.maxConcurrentPages ?? defaultBounds.maxConcurrentPages,
    maxDurationSeconds: request.maxDurationSeconds ?? defaultBounds.maxDurationSeconds,
    scope: request.scope ?? defaultBounds.scope,
    includePaths: request.includePaths ?? defaultBounds.includePaths,
    excludePaths: request.excludePaths ?? defaultBounds.excludePaths,
    respectRobots: request.respectRobots ?? defaultBounds.respectRobots,
    useSitemap: request.useSitemap ?? defaultBounds.useSitemap,
    hashRoutes: request.hashRoutes ?? defaultBounds.hashRoutes,
  };
}

/** Milliseconds a client waits for the crawl's workflow to react. */
const maxCancelWaitMs = 2_000;

/**
 * Cancels a crawl and returns its record. If no worker reacts within 2 s, Temporal keeps the signal, and the record is returned as
 * it will be.
 * @throws ApiError `crawl_ended`, or `unavailable` if Temporal is.
 */
export async function cancelCrawlWorkflow(ports: ApiPorts, record: CrawlRecord): Promise<CrawlRecord> {
  const { _id, accountId } = record;
  if (record.status !== "running") throw new ApiError("crawl_ended");
  const order = { type: "crawl", input: crawlInput(record) } as const;
  const current = await signalAndAwait({
    record,
    send: () => sendOrFail(ports, { order, name: controlSignals.cancel, ended: "crawl_ended" }),
    read: () => readCrawl(ports.database, accountId, _id),
    isDone: ({ status }) => status !== "running",
    maxWaitMs: maxCancelWaitMs,
  });
  if (current.status === "running") return asCancelled(current);
  if (current.status !== "cancelled") throw new ApiError("crawl_ended");
  return current;
}

/** A crawl as its cancellation will leave it: running pages finish, queued pages are skipped. */
function asCancelled(record: CrawlRecord): CrawlRecord {
  const tallies = Object.entries(record.tallies).map(([segment, tally]) => {
    const { queued, skipped } = tally;
    return [segment, { ...tally, queued: 0, skipped: skipped + queued }] as const;
  });
  return { ...record, status: "cancelled", stopReason: "cancelled", tallies: Object.fromEntries(tallies) };
}

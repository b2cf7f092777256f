import type { Database } from "#data/mongo.ts";
import { findRendered, type Identity } from "#data/renderCache.ts";
import type { RenderOutcome } from "#schemas/job.ts";
import { sharedOutcome } from "#workflows/rules/outcomes.ts";

/** A job with `cache: true`. `acceptedAt` is an ISO instant. */
export type FindCachedRenderInput = Identity & { acceptedAt: string };

/** The outcome of an identical render, and the ISO instant at which its outputs are deleted. */
export type CachedRender = { outcome: RenderOutcome; expiresAt: string };

/**
 * Finds an identical render that completed within the last 24 hours; null where there is none. The API answers single renders
 * from the cache at acceptance. This serves schedules, crawls, and jobs whose outputs are to be stored.
 */
export async function findCachedRender(
  database: Database,
  { acceptedAt, ...identity }: FindCachedRenderInput,
): Promise<CachedRender | null> {
  const now = new Date();
  const rendered = await findRendered(database, identity, now);
  if (rendered === null) return null;
  const outcome = sharedOutcome(rendered.result, { acceptedAt: new Date(acceptedAt), now });
  return { outcome, expiresAt: rendered.expiresAt.toISOString() };
}

import type { ItemRefusal, RefusedUrl } from "#schemas/batch.ts";
import { renderErrors } from "#schemas/errors.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import { checkTarget, isForbidden } from "./checkTarget.ts";

/** The addresses of a batch, sorted into those that can be rendered and those that can't, with their places. */
export type SortedUrls = { accepted: { index: number; url: string }[]; refused: RefusedUrl[] };

/** Characters an address may have (the contract's bound). */
const maxLength = 2_048;

/** Looks at each address of a batch by itself; of two that lead to the same page the first is taken. Asks no name server. */
export function checkUrls(policy: Pick<EgressPolicy, "checkUrl">, urls: readonly string[]): SortedUrls {
  const sorted: SortedUrls = { accepted: [], refused: [] };
  const seen = new Map<string, number>();
  for (const [index, url] of urls.entries()) {
    const refusal = refusalOf(policy, url) ?? twice(url, index, seen);
    if (refusal === null) sorted.accepted.push({ index, url });
    else sorted.refused.push({ index, url: url.slice(0, maxLength), ...refusal });
  }
  return sorted;
}

type Refusal = { error: ItemRefusal; message: string };

function refusalOf(policy: Pick<EgressPolicy, "checkUrl">, url: string): Refusal | null {
  if (url.length > maxLength) return { error: "invalid_url", message: "must have at most 2,048 characters" };
  if (!/^https?:\/\//.test(url)) return { error: "invalid_url", message: "must start with http:// or https://" };
  const [problem] = checkTarget(policy, "url", url);
  if (problem === undefined) return null;
  if (isForbidden(problem)) return { error: "target_forbidden", message: renderErrors.target_forbidden.message };
  return { error: "invalid_url", message: problem.message };
}

function twice(url: string, index: number, seen: Map<string, number>): Refusal | null {
  const { href } = new URL(url);
  const first = seen.get(href);
  if (first !== undefined) return { error: "duplicate_url", message: `is the same address as urls.${first}` };
  seen.set(href, index);
  return null;
}

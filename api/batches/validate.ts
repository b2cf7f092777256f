import { Type } from "typebox";
import type { EgressPolicy } from "#egress/policy.ts";
import { BatchRequest, type ItemRefusal, type RefusedUrl } from "#schemas/batch.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { renderErrors } from "#schemas/errors.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import { bodyRules, checkTarget, isForbidden } from "../http/validation.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { checkRender } from "../renders/validate.ts";

/** What the body of `submitBatch` must obey beyond its schema. Addresses are looked at one by one; only where none is left is the batch refused. */
export const batchRules = bodyRules(Type.Partial(BatchRequest), (request, given, { policy }) => {
  const { urls = [], url: _ignored, ...options } = { ...request, extractMetadata: true };
  const { accepted, refused } = checkUrls(policy, urls);
  return [
    ...(accepted.length > 0 ? [] : refused.map(toProblem)),
    ...checkRender(policy, options, chooseOutputs(options, given)),
    ...checkKeys(options, accepted.length),
  ];
});

/** A field's message has no code beside it, so this one begins with it. */
function toProblem({ index, error, message }: RefusedUrl): FieldProblem {
  return { field: `urls.${index}`, message: error === "target_forbidden" ? `${error}: ${message}` : message };
}

/** Pages that are stored under one key would overwrite each other. */
function checkKeys({ store, storage_path: path }: Partial<RenderRequest>, pages: number): FieldProblem[] {
  if (store !== true || path === undefined || pages < 2 || /\{id\}|\/$/.test(path)) return [];
  return [
    {
      field: "storage_path",
      message: "must contain {id} or end in /, so that each page of the batch has keys of its own",
    },
  ];
}

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

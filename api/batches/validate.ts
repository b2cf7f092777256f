import { Type } from "typebox";
import type { EgressPolicy } from "#egress/policy.ts";
import { BatchRequest, type ItemRefusal, type RefusedUrl } from "#schemas/batch.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { renderErrors } from "#schemas/renders/errors.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import { bodyRules, checkTarget, isForbidden } from "../http/validation.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { checkRender } from "../renders/validate.ts";

/** Rules of the body of `submitBatch` beyond its schema. Each address is checked by itself. The batch is refused if none is left. */
export const batchRules = bodyRules(Type.Partial(BatchRequest), (request, fieldNames, { policy }) => {
  const { urls = [], url: _ignored, ...options } = { ...request, extractMetadata: true };
  const { acceptedUrls, refusedUrls } = checkUrls(policy, urls);
  return [
    ...(acceptedUrls.length > 0 ? [] : refusedUrls.map(toProblem)),
    ...checkRender(policy, options, chooseOutputs(options, fieldNames)),
    ...checkUniqueStorageKeys(options, acceptedUrls.length),
  ];
});

/** A problem of a field has no code, so the message begins with it. */
function toProblem({ index, error, message }: RefusedUrl): FieldProblem {
  return { field: `urls.${index}`, message: error === "target_forbidden" ? `${error}: ${message}` : message };
}

/** Pages with equal storage keys would overwrite each other. */
function checkUniqueStorageKeys({ store, storage_path: path }: Partial<RenderRequest>, pages: number): FieldProblem[] {
  if (store !== true || path === undefined || pages < 2 || /\{id\}|\/$/.test(path)) return [];
  return [
    {
      field: "storage_path",
      message: "must contain {id} or end in /, so that each page of the batch has its own keys",
    },
  ];
}

/** The accepted and the refused addresses of a batch, with their indexes in `urls`. */
export type SortedUrls = { acceptedUrls: { index: number; url: string }[]; refusedUrls: RefusedUrl[] };

/** Maximum characters of an address, by the contract. */
const maxLength = 2_048;

/** Checks each address of a batch. Of two addresses of one page, the first is accepted. Resolves no name. */
export function checkUrls(policy: Pick<EgressPolicy, "checkUrl">, urls: readonly string[]): SortedUrls {
  const sortedUrls: SortedUrls = { acceptedUrls: [], refusedUrls: [] };
  const seen = new Map<string, number>();
  for (const [index, url] of urls.entries()) {
    const refusal = refusalOf(policy, url) ?? twice(url, index, seen);
    if (refusal === null) sortedUrls.acceptedUrls.push({ index, url });
    else sortedUrls.refusedUrls.push({ index, url: url.slice(0, maxLength), ...refusal });
  }
  return sortedUrls;
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

import { Type } from "typebox";
import type { FieldProblem } from "#schemas/common.ts";
import { BatchRequest, type RefusedUrl } from "#schemas/batch.ts";
import type { RenderRequest } from "#schemas/render.ts";
import { bodyRules } from "../rules.ts";
import { checkRender } from "./checkRender.ts";
import { chooseOutputs } from "./chooseOutputs.ts";
import { checkUrls } from "./checkUrls.ts";

/** What the body of E4 must obey beyond its schema. Addresses are looked at one by one; only where none is left is the batch refused. */
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

import { Type } from "typebox";
import type { FieldProblem } from "#schemas/common.ts";
import { CrawlRequest } from "#schemas/crawl.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import { bodyRules } from "../http/validation.ts";
import { chooseOutputs } from "../renders/outputs.ts";
import { checkRender } from "../renders/validate.ts";

/** Rules of the body of `submitCrawl` beyond its schema. */
export const crawlRules = bodyRules(Type.Partial(CrawlRequest), (request, fieldNames, { policy }) => {
  const options = { ...request, extractMetadata: true };
  return [
    ...checkRender(policy, options, chooseOutputs(options, fieldNames)),
    ...checkGlobs("includePaths", request.includePaths),
    ...checkGlobs("excludePaths", request.excludePaths),
    ...checkUniqueStorageKeys(options),
  ];
});

function checkGlobs(field: "includePaths" | "excludePaths", globs: readonly string[] = []): FieldProblem[] {
  return globs.flatMap((glob, index) => {
    const message = globProblem(glob);
    return message === null ? [] : [{ field: `${field}.${index}`, message }];
  });
}

function globProblem(glob: string): string | null {
  if (!/^[/*]/.test(glob)) return "must begin with / or *; it is matched against the path of each page";
  if (/[{}[\]]|\*\*[^/]|[^/]\*\*/.test(glob))
    return "may have *, ? and, as whole segments, **; for alternatives give several globs";
  return null;
}

/** Pages with equal storage keys would overwrite each other. */
function checkUniqueStorageKeys({ store, storage_path: path }: Partial<RenderRequest>): FieldProblem[] {
  if (store !== true || path === undefined || /\{id\}|\/$/.test(path)) return [];
  const message = "must contain {id} or end in /, so that each page of the crawl has keys of its own";
  return [{ field: "storage_path", message }];
}

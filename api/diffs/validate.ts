import { type Static, Type } from "typebox";
import type { EgressPolicy } from "#egress/policy.ts";
import type { FieldProblem } from "#schemas/common.ts";
import type { DiffSide, DiffSource } from "#schemas/diff.ts";
import { DiffRequest } from "#schemas/diffRequest.ts";
import { bodyRules, checkTarget } from "../http/validation.ts";
import { checkWebhook } from "../renders/validate.ts";
import { checkSelectors } from "../renders/validateSelectors.ts";
import { checkCookies, checkHeaders } from "../renders/validateHeaders.ts";
import { checkPage } from "../renders/validatePage.ts";
import { checkSteps } from "../renders/validateSteps.ts";

const PartialRequest = Type.Partial(DiffRequest);
type PartialRequest = Static<typeof PartialRequest>;
type Policy = Pick<EgressPolicy, "checkUrl" | "isOpened">;

/** Rules of the body of `submitDiff` beyond its schema. */
export const diffRules = bodyRules(PartialRequest, (request, _fieldNames, { policy }) => [
  ...checkSource(policy, "before", request.before),
  ...checkSource(policy, "after", request.after),
  ...checkCapture(policy, request),
  ...checkWebhook(policy, request),
]);

function checkSource(policy: Policy, side: DiffSide, source: DiffSource | undefined): FieldProblem[] {
  if (source === undefined) return [];
  if (Object.keys(source).length !== 1) {
    return [{ field: side, message: "must have exactly one of jobId, runId, url and imageUrl" }];
  }
  const { url, imageUrl } = source;
  return [
    ...(url === undefined ? [] : checkTarget(policy, `${side}.url`, url)),
    ...(imageUrl === undefined ? [] : checkTarget(policy, `${side}.imageUrl`, imageUrl)),
  ];
}

function checkCapture(policy: Policy, { before, after, capture }: PartialRequest): FieldProblem[] {
  if (capture === undefined || before === undefined || after === undefined) return [];
  const pages = [before.url, after.url].filter((url) => url !== undefined);
  if (pages.length === 0) {
    return [{ field: "capture", message: "needs a page, and neither before nor after has a url" }];
  }
  const { headers, cookies } = capture;
  const problems = [
    ...checkSelectors(capture),
    ...checkPage({ ...capture, format: "png" }),
    ...checkSteps(policy, capture),
    ...checkHeaders(headers),
    ...checkCookies(cookies, URL.parse(pages[0] ?? "")?.hostname ?? null),
    ...checkSecrets(capture, pages),
  ];
  return problems.map(({ field, message }) => ({ field: `capture.${field}`, message }));
}

/** Secrets for one site must not reach another. */
function checkSecrets(
  { headers, cookies, httpAuth, steps }: NonNullable<PartialRequest["capture"]>,
  pages: readonly string[],
): FieldProblem[] {
  const origins = new Set(pages.map((url) => URL.parse(url)?.origin));
  if (origins.size < 2) return [];
  const given = Object.entries({ headers, cookies, httpAuth, steps }).filter(([, value]) => value !== undefined);
  return given.map(([field]) => ({ field, message: "is sent to both pages, so they must have the same origin" }));
}

import { Type } from "typebox";
import type { EgressPolicy } from "#egress/policy.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { fileOutputs } from "#schemas/renders/files.ts";
import { RenderRequest } from "#schemas/renders/render.ts";
import { bodyRules, checkTarget } from "../http/validation.ts";
import { chooseOutputs, type Outputs } from "./outputs.ts";
import { checkStorage } from "./storage.ts";
import { checkCookies, checkHeaders } from "./validateHeaders.ts";
import { checkPdf } from "./validatePdf.ts";
import { checkPage } from "./validatePage.ts";
import { checkRecording } from "./validateRecording.ts";
import { checkSelectors } from "./validateSelectors.ts";
import { checkSteps } from "./validateSteps.ts";
import { checkValues } from "./validateValues.ts";

type Policy = Pick<EgressPolicy, "checkUrl" | "isOpened">;

/** The problems of a render that its schema cannot express. `request` lacks the fields that violate the schema. */
export function checkRender(policy: Policy, request: Partial<RenderRequest>, outputs: Outputs): FieldProblem[] {
  const { url, baseUrl, headers, cookies } = request;
  return [
    ...(url === undefined ? [] : checkTarget(policy, "url", url)),
    ...(baseUrl === undefined ? [] : checkTarget(policy, "baseUrl", baseUrl)),
    ...checkOutputs(outputs),
    ...checkSelectors(request),
    ...checkPage(request),
    ...checkPdf(request.pdf),
    ...checkRecording(request),
    ...checkValues("extractValues", request.extractValues),
    ...checkSteps(policy, request),
    ...checkHeaders(headers),
    ...checkCookies(cookies, URL.parse(url ?? baseUrl ?? "")?.hostname ?? null),
    ...checkWebhook(policy, request),
    ...checkStorage(policy, request, outputs),
  ];
}

function checkOutputs({ files, extracts, values }: Outputs): FieldProblem[] {
  if (values || files.length > 0 || extracts.length > 0) return [];
  const others = fileOutputs.filter((name) => name !== "screenshot").join(", ");
  const message = `must be true without ${others} and extract… options: a render needs at least one output`;
  return [{ field: "screenshot", message }];
}

/** The problems of the webhook's address and secret. */
export function checkWebhook(policy: Policy, { webhookUrl, webhookSecret }: Partial<RenderRequest>): FieldProblem[] {
  const problems = webhookUrl === undefined ? [] : checkTarget(policy, "webhookUrl", webhookUrl);
  if (webhookSecret === undefined || webhookUrl !== undefined) return problems;
  return [...problems, { field: "webhookUrl", message: "is required with webhookSecret" }];
}

/** Rules of the body of `submitRender` beyond its schema. */
export const renderRules = bodyRules(Type.Partial(RenderRequest), (request, fieldNames, { policy }) => [
  ...checkSource(request, fieldNames),
  ...checkRender(policy, request, chooseOutputs(request, fieldNames)),
]);

/** Options that send secrets to the page's own origin. */
const originOptions = ["headers", "cookies", "httpAuth"] as const;

/** A render has either the address of a page or an HTML document. `fieldNames` has the names of all fields of the request. */
export function checkSource(request: Partial<RenderRequest>, fieldNames: ReadonlySet<string>): FieldProblem[] {
  const [hasUrl, hasHtml, hasBase] = [fieldNames.has("url"), fieldNames.has("html"), fieldNames.has("baseUrl")];
  if (hasUrl && hasHtml) return [{ field: "html", message: "excludes url: leave one of the two out" }];
  if (hasUrl && request.extractMhtml === true)
    return [{ field: "extractMhtml", message: "needs html: a page of others is not given as one file" }];
  if (!hasUrl && !hasHtml) return [{ field: "url", message: "is required, or html in its place" }];
  if (hasBase) return hasHtml ? [] : [{ field: "baseUrl", message: "is only for html: leave it out" }];
  return hasUrl
    ? []
    : originOptions
        .filter((field) => request[field] !== undefined)
        .map((field) => ({ field, message: "needs baseUrl: html alone has no origin that could get it" }));
}

import type { FieldProblem } from "#schemas/common.ts";
import type { RenderRequest } from "#schemas/render.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import { checkCookies } from "./checkCookies.ts";
import { checkHeaders } from "./checkHeaders.ts";
import { checkSelectors } from "./checkSelectors.ts";
import { checkStorage } from "./checkStorage.ts";
import { checkTarget } from "./checkTarget.ts";
import type { Outputs } from "./chooseOutputs.ts";

type Policy = Pick<EgressPolicy, "checkUrl" | "isOpened">;

/** Everything wrong with a render that its schema can't say; fields that are wrong by the schema are left out of `request`. */
export function checkRender(policy: Policy, request: Partial<RenderRequest>, outputs: Outputs): FieldProblem[] {
  const { url, headers, cookies } = request;
  return [
    ...(url === undefined ? [] : checkTarget(policy, "url", url)),
    ...checkOutputs(outputs),
    ...checkSelectors(request),
    ...checkHeaders(headers),
    ...checkCookies(cookies, URL.parse(url ?? "")?.hostname ?? null),
    ...checkWebhook(policy, request),
    ...checkStorage(policy, request, outputs),
  ];
}

function checkOutputs({ screenshot, extracts }: Outputs): FieldProblem[] {
  if (screenshot || extracts.length > 0) return [];
  return [
    { field: "screenshot", message: "must be true when no extract… flag is: a render needs at least one output" },
  ];
}

/** What is wrong with where the events are to go. */
export function checkWebhook(policy: Policy, { webhookUrl, webhookSecret }: Partial<RenderRequest>): FieldProblem[] {
  const problems = webhookUrl === undefined ? [] : checkTarget(policy, "webhookUrl", webhookUrl);
  if (webhookSecret === undefined || webhookUrl !== undefined) return problems;
  return [...problems, { field: "webhookUrl", message: "is required with webhookSecret" }];
}

import { Type } from "typebox";
import type { EgressPolicy } from "#egress/policy.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { MonitorPatch } from "#schemas/monitor/monitor.ts";
import type { CaptureChange } from "#schemas/monitor/capture.ts";
import type { IgnoredRegion } from "#schemas/options/watch.ts";
import { days } from "#schemas/settings/retention.ts";
import { bodyRules, checkTarget, namesOf, partOf, type Rules } from "../http/validation.ts";
import { checkPatterns, checkTextRules } from "../renders/textRules.ts";
import { checkSelector, checkSelectors } from "../renders/validateSelectors.ts";
import { checkValues } from "../renders/validateValues.ts";
import { checkPage } from "../renders/validatePage.ts";
import { checkSteps } from "../renders/validateSteps.ts";
import { checkNewTimes, checkQuietHours, checkTimes } from "./times.ts";
import { checkCookies, checkHeaders } from "../renders/validateHeaders.ts";

/** Characters of `capture` and of `alerts` as JSON: 800,000 for known properties, which the schema bounds, and 16,384 for others. */
const maxJsonChars = 816_384;

/** Rules of the bodies of `createMonitor` and `updateMonitor` beyond their schemas. */
export const monitorRules = bodyRules(
  Type.Object(MonitorPatch.properties, { additionalProperties: true }),
  ({ url, capture = {}, alerts = {}, mutedUntil, ...times }, fieldNames, { policy, now }) => [
    ...checkTimes(times, fieldNames),
    ...(url === undefined ? [] : checkTarget(policy, "url", url)),
    ...checkCapture(policy, capture, url === undefined ? null : (URL.parse(url)?.hostname ?? null)),
    ...(alerts.webhook?.url === undefined ? [] : checkTarget(policy, "alerts.webhook.url", alerts.webhook.url)),
    ...checkQuietHours(alerts),
    ...checkSize("capture", capture),
    ...checkSize("alerts", alerts),
    ...(typeof mutedUntil === "string" ? checkMute(new Date(mutedUntil), now()) : []),
  ],
);

type Policy = Pick<EgressPolicy, "checkUrl">;

/** The rules of a new monitor: it also needs an interval or a cron, and its webhook an address. */
export const newMonitorRules: Rules = (checked, ports) => {
  const { body } = checked;
  const problems = [...monitorRules(checked, ports), ...checkNewTimes(namesOf(body))];
  const webhook = partOf(partOf(body, "alerts"), "webhook");
  if (typeof webhook !== "object" || webhook === null || "url" in webhook) return problems;
  return [...problems, { field: "alerts.webhook.url", message: "is required" }];
};

function checkCapture(policy: Policy, capture: CaptureChange, host: string | null): FieldProblem[] {
  const {
    ignoreRegions,
    ignoreText,
    expect,
    values,
    headers,
    cookies,
    httpAuth,
    css,
    script,
    steps,
    timeout,
    javascript,
  } = capture;
  const problems = [
    ...checkSelectors(capture, "monitor"),
    ...(ignoreRegions ?? []).flatMap(checkIgnored),
    ...checkPatterns("ignoreText", ignoreText ?? []),
    ...checkTextRules("expect", expect ?? undefined),
    ...checkValues("values", values ?? []),
    ...checkPage({
      ...(httpAuth != null && { httpAuth }),
      ...(css != null && { css }),
      ...(script != null && { script }),
      headers: headers ?? {},
    }),
    ...checkSteps(policy, {
      ...(steps != null && { steps }),
      ...(timeout != null && { timeout }),
      ...(javascript != null && { javascript }),
    }),
    ...checkHeaders(headers ?? {}),
    ...checkCookies(cookies ?? [], host),
  ];
  return problems.map(({ field, message }) => ({ field: `capture.${field}`, message }));
}

/** An ignored area is a rectangle or a selector. The schema has checked each property alone. */
function checkIgnored(region: IgnoredRegion, index: number): FieldProblem[] {
  const field = `ignoreRegions.${index}`;
  const sides = ["x", "y", "width", "height"] as const;
  if (!("selector" in region)) {
    const message = "is required, unless the area is given by a selector";
    return sides.filter((side) => !(side in region)).map((side) => ({ field: `${field}.${side}`, message }));
  }
  const given = sides.filter((side) => side in region);
  const message = "must not be given beside selector; give two areas";
  return [
    ...given.map((side) => ({ field: `${field}.${side}`, message })),
    ...checkSelector(`${field}.selector`, region.selector),
  ];
}

/** Maximum milliseconds a monitor may be muted. */
const maxMuteMs = days(366);

function checkMute(until: Date, now: Date): FieldProblem[] {
  const field = "mutedUntil";
  const ahead = until.getTime() - now.getTime();
  if (Number.isNaN(ahead)) return [{ field, message: "must be a date that exists" }];
  if (ahead <= 0) {
    return [{ field, message: `must be in the future, or null to unmute; it is ${now.toISOString()} now` }];
  }
  return ahead <= maxMuteMs ? [] : [{ field, message: "must be at most 366 days ahead; mute it again later" }];
}

function checkSize(field: string, value: object): FieldProblem[] {
  return JSON.stringify(value).length <= maxJsonChars
    ? []
    : [{ field, message: `must have at most ${maxJsonChars} characters as JSON` }];
}

import { Type } from "typebox";
import type { FieldProblem } from "#schemas/common.ts";
import { MonitorCaptureInput } from "#schemas/monitor/capture.ts";
import { SitemapRequest } from "#schemas/monitor/sitemap.ts";
import { within } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { bodyRules, checkTarget, namesOf, partOf, type Rules } from "../http/validation.ts";
import { monitorRules, newMonitorRules } from "../monitors/validate.ts";
import { withCapturePreset } from "../presets/expand.ts";
import type { ApiPorts } from "../ports.ts";

/** The part of a body with the settings of monitors. */
const part = "monitor";

/** Adds the options of a preset to the monitors' capture. */
export async function expandTemplate(raw: unknown, caller: Caller, ports: ApiPorts): Promise<unknown> {
  if (!namesOf(raw).has(part)) return raw;
  const monitor = await expandCapture(partOf(raw, part), caller, ports);
  return { ...Object(raw), monitor };
}

const expandCapture = withCapturePreset(MonitorCaptureInput, `${part}.`);

const urlRules = bodyRules(
  Type.Object(Type.Partial(SitemapRequest).properties, { additionalProperties: true }),
  ({ sitemapUrl }, _fieldNames, { policy }) =>
    sitemapUrl === undefined ? [] : checkTarget(policy, "sitemapUrl", sitemapUrl),
);

/** Rules of the body of `createMonitorSitemap`: those of a new monitor hold for its part `monitor`. */
export const newSitemapRules: Rules = (checked, ports) => [
  ...urlRules(checked, ports),
  ...templateRules(newMonitorRules)(checked, ports),
];

/** Rules of the body of `updateMonitorSitemap`. */
export const sitemapRules: Rules = templateRules(monitorRules);

/** Applies the rules of a monitor's body to the part `monitor`. */
function templateRules(rules: Rules): Rules {
  return ({ query, body, schemaProblems }, ports) => {
    if (!namesOf(body).has(part)) return [];
    const inside = schemaProblems.flatMap(({ field, message }): FieldProblem[] =>
      field.startsWith(`${part}.`) ? [{ field: field.slice(part.length + 1), message }] : [],
    );
    // The cookies of the capture must fit the host of the pages.
    const url = schemaProblems.some(({ field }) => field === "sitemapUrl") ? undefined : partOf(body, "sitemapUrl");
    const monitor: unknown = { ...Object(partOf(body, part)), ...(typeof url === "string" && { url }) };
    const problems = rules({ query, body: monitor, schemaProblems: inside }, ports);
    return within(
      part,
      problems.filter(({ field }) => field !== "url"),
    );
  };
}

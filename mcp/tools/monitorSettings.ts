import { Type } from "typebox";
import { literals, nullable } from "#schemas/common.ts";
import { Box } from "#schemas/diff.ts";
import { plainAlerts } from "#schemas/monitor/alerts.ts";
import { type Monitor, MonitorPatch, MonitorRequest } from "#schemas/monitor/monitor.ts";
import { BaselineMode } from "#schemas/monitor/plainSettings.ts";
import { described } from "#schemas/options/option.ts";
import { ChangeOn } from "#schemas/options/watch.ts";
import { toArgument } from "../results.ts";
import { captureOptions, toFields } from "./shapes.ts";

// Those of a change have no defaults, which would reset a monitor.
const { changeThreshold } = MonitorPatch.properties;
const { intervalMinutes } = MonitorRequest.properties;

/** Settings of what a run watches and compares. They are in `capture` of the API's bodies. */
const watchedParts = {
  selector: Type.Optional(
    Type.String({ minLength: 1, maxLength: 512, description: "CSS selector of the only element to watch." }),
  ),
  ignore_regions: Type.Optional(
    Type.Array(Box, { maxItems: 50, description: "Areas to leave out of the comparison, in pixels." }),
  ),
  text: Type.Optional(Type.Boolean({ description: "Compare the words of the main content, too." })),
  change_on: Type.Optional(
    literals(ChangeOn.enum, {
      description: "What counts as a change. text and either need text, values needs values.",
    }),
  ),
  ignore_text: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 512 }), {
      maxItems: 20,
      description: "RE2 patterns of words to leave out, such as \\d+ views.",
    }),
  ),
};

/** Conditions by the API's names, in few words: an agent gets the API's messages about them. */
const values = {
  values: Type.Optional(
    Type.Array(Type.Object({}, { additionalProperties: true }), {
      maxItems: 20,
      description:
        "Values to read in each run: {name, selector | pattern | product, as}. product: price, currency or availability. as: text (default), number, boolean or list.",
    }),
  ),
};
const alertWhen = Type.Optional(
  nullable(
    Type.Object({}, { additionalProperties: true }),
    "Alert on values alone: {any | all: [{value, is, than}]}. is: below, above, equals, in, changed, changedBy (5 or 10%), contains, matches, appears or disappears.",
  ),
);

/** Messages. They are in `alerts` of the API's bodies. */
const messages = {
  quiet_hours: Type.Optional(
    nullable(
      Type.Object({ from: Type.String(), to: Type.String() }, { additionalProperties: false }),
      "Hours without mails, such as 22:00 to 07:00.",
    ),
  ),
  digest: Type.Optional(literals(plainAlerts.digest.schema.enum, { description: "How mails are collected." })),
  target_ids: Type.Optional(
    Type.Array(Type.String(), { description: "All to tell, of watchframe_list_alert_targets." }),
  ),
  notify_recovery: Type.Optional(Type.Boolean({ description: "Whether mails say that a change is over." })),
};

/** Settings that new monitors, changed ones and those of a sitemap share. */
export const monitorSettings = {
  interval_minutes: Type.Optional(described(intervalMinutes, "Minutes between runs; or give cron.")),
  cron: Type.Optional(
    Type.String({ maxLength: 256, description: "Five cron fields in timezone, instead of interval_minutes." }),
  ),
  timezone: Type.Optional(Type.String({ maxLength: 64, description: "IANA name. Default: UTC." })),
  change_threshold: Type.Optional(
    described(changeThreshold, "Minimum share of the pixels that counts as a change. 0 (default): any difference."),
  ),
  baseline_mode: Type.Optional(
    literals(BaselineMode.enum, {
      description: "rolling (default): each run becomes the baseline. fixed: until a change is approved.",
    }),
  ),
  tags: Type.Optional(Type.Array(Type.String(), { description: "Labels to find monitors by." })),
  ignore_defaults: Type.Optional(
    Type.Array(Type.String(), {
      description: "Settings not to inherit, such as alerts.digest, or alerts for all.",
    }),
  ),
  alert_when: alertWhen,
  ...watchedParts,
  ...values,
  ...messages,
};

/** How the pages of new monitors are captured. */
export const newCapture = {
  full_page: Type.Optional(Type.Boolean({ description: "Watch the whole page. Default: true." })),
  regions: Type.Boolean({ default: true, description: "Name the changed parts of the page. Two credits more a run." }),
  ...captureOptions,
};

/** Arguments by the API's field, where they differ. */
export const settingNames = { capture: "", alerts: "" };

const captureNames: ReadonlySet<string> = new Set(Object.keys({ ...watchedParts, ...values, ...newCapture }));
const alertNames: ReadonlySet<string> = new Set(Object.keys(messages));

const settingArguments: ReadonlySet<string> = new Set(Object.keys({ ...monitorSettings, ...newCapture }));

type Part = "capture" | "alerts" | "monitor";

function partOf(name: string): Part {
  if (captureNames.has(name)) return "capture";
  return alertNames.has(name) ? "alerts" : "monitor";
}

/** The settings of a monitor as the arguments that give them. Those without a value are left out. */
export function toSettingArguments(monitor: Monitor): Record<string, unknown> {
  const shown = { ...monitor, ...monitor.capture, ...monitor.alerts };
  const entries = Object.entries(shown).map(([name, value]) => [toArgument(name), value] as const);
  return Object.fromEntries(entries.filter(([name, value]) => settingArguments.has(name) && value != null));
}

/** The arguments as the body of a monitor. Arguments that are not given are left out. */
export function toMonitorBody(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const fieldsOf = (part: Part) =>
    toFields(Object.fromEntries(Object.entries(given).filter(([name]) => partOf(name) === part)));
  const [capture, alerts] = [fieldsOf("capture"), fieldsOf("alerts")];
  return {
    ...fieldsOf("monitor"),
    ...(Object.keys(capture).length > 0 && { capture }),
    ...(Object.keys(alerts).length > 0 && { alerts }),
  };
}

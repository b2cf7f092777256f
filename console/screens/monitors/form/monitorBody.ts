import type { MonitorPatch, MonitorRequest } from "#schemas/monitor/monitor.ts";
import { withScheme } from "../../../format/address.ts";
import { type Draft, type Form, textAt } from "../../../forms/draft.ts";
import { type Body, withValue } from "../../../format/paths.ts";
import { sentConditions } from "./conditions.ts";
import { isByCron, isQuiet } from "./times.ts";

/** A new monitor: the settings that differ from the API's defaults. */
export const newMonitor: Draft = {
  changed: { intervalMinutes: 60, baselineMode: "fixed", capture: { fullPage: true, regions: true } },
  texts: {},
};

export type FormPart = { form: Form };

/** The body of the call that creates the monitor. */
export function requestOf(form: Form): MonitorRequest {
  const address = textAt(form, "url");
  return { ...settingsOf(form), url: withScheme(address), name: textAt(form, "name").trim() || nameFrom(address) };
}

/** The body of the call that saves what was changed. Untouched settings stay as they are. */
export function patchOf(form: Form): MonitorPatch {
  return { ...settingsOf(form) };
}

/** The entries, with conditions as the API takes them. Without a cron and quiet hours, a time zone is of no use. */
export function settingsOf(form: Form): Body {
  const { changed } = form;
  const conditions = "alertWhen" in changed ? { alertWhen: sentConditions(form) } : {};
  return trimmed({
    ...(isByCron(form) || isQuiet(form) ? changed : withValue(changed, "timezone", undefined)),
    ...conditions,
  });
}

/** A body whose texts have no spaces around them, as pasted ones may have. */
function trimmed(body: Body): Body {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, trimmedValue(value)]));
}

function trimmedValue(value: unknown): unknown {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(trimmedValue);
  return typeof value === "object" && value !== null ? trimmed({ ...value }) : value;
}

/** The tags of a text with commas. */
export function tagsOf(tags: string): string[] {
  return tags.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()]));
}

/** Maximum characters of a name. */
export const maxNameChars = 100;

/** A name for a page without one: its host and path. */
export function nameFrom(address: string): string {
  const text = withScheme(address);
  if (!URL.canParse(text)) return address.trim();
  const { host, pathname } = new URL(text);
  return pathname === "/" ? host : `${host}${pathname}`.slice(0, maxNameChars);
}

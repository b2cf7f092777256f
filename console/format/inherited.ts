import type { InheritedSetting } from "#schemas/monitor/inherited.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { fieldLabel } from "./fieldLabels.ts";
import { formatShare } from "./numbers.ts";
import { countOf, listOf } from "./words.ts";

/** The owner of a default: `from the tag shop`, `from the account`. */
export function inheritedFrom({ from, tag }: Pick<InheritedSetting, "from" | "tag">): string {
  return from === "tag" ? `from the tag ${tag}` : "from the account";
}

/** The value that a monitor inherits, with the owner of the default: `5 % from the tag shop`. Null without one. */
export function inheritedWords({ inherited }: Pick<Monitor, "inherited">, path: string): string | null {
  const found = inherited.find(({ setting }) => setting === path);
  return found === undefined ? null : `${valueWords(path, found.value)} ${inheritedFrom(found)}`;
}

/** A setting by its path with its value: `Theme: dark`. */
export function settingWords(path: string, value: unknown): string {
  return `${settingLabel(path)}: ${valueWords(path, value)}`;
}

/** The name of a setting, or of a group of them. */
export function settingLabel(path: string): string {
  return otherLabels[path] ?? fieldLabel(path) ?? path;
}

const otherLabels: Readonly<Record<string, string>> = {
  capture: "All capture options",
  alerts: "All alert settings",
  "alerts.email": "Mails",
  "alerts.email.account": "Mails to the account",
  "alerts.email.recipientIds": "Mails to others",
};

function valueWords(path: string, value: unknown): string {
  if (path === "changeThreshold" && typeof value === "number") return formatShare(value);
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) return listWords(path, value);
  if (typeof value === "object" && value !== null) {
    const { from, to }: { from?: unknown; to?: unknown } = value;
    return typeof from === "string" && typeof to === "string" ? `${from} to ${to}` : JSON.stringify(value);
  }
  return String(value);
}

/** Ids and areas are counted, as they say nothing to a person. */
function listWords(path: string, list: readonly unknown[]): string {
  if (path.endsWith("Ids")) return String(list.length);
  const words = list.flatMap((entry) =>
    typeof entry === "string" || typeof entry === "number" ? [String(entry)] : [],
  );
  return words.length === list.length ? listOf(words) : countOf(list.length, "entry", "entries");
}

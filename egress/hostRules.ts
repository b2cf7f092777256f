import { isIP } from "node:net";
import type { Env } from "#schemas/settings/env.ts";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import { createBlockCheck } from "./address.ts";
import { canonicalHost } from "./names.ts";

/** Whether a host, in canonical form, and port are among those of a setting. */
export type HostRules = (host: string, port: number) => boolean;

/** The settings that are lists of hosts. */
type SettingName = keyof Env & ("WATCHFRAME_EGRESS_NO_PROXY" | "WATCHFRAME_TLS_ERRORS");

type Rule = { matches: (host: string) => boolean; port: number | null };

/**
 * Reads hosts as curl reads `NO_PROXY`: comma-separated names, which cover the names below them, addresses, CIDR blocks of
 * literal addresses, and `*` for every host. Each may end in a port.
 * @throws SettingsError that names the setting and the rule.
 */
export function parseHostRules(setting: SettingName, text: string): HostRules {
  const rules = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map((entry) => parseRule(setting, entry));
  return (host, port) => rules.some((rule) => (rule.port === null || rule.port === port) && rule.matches(host));
}

function parseRule(setting: SettingName, entry: string): Rule {
  const [, bracketed, bracketedPort] = /^\[([^\]]+)\](?::(\d{1,5}))?$/u.exec(entry) ?? [];
  const [, named, namedPort] = /^([^:]+):(\d{1,5})$/u.exec(entry) ?? [];
  const port = bracketedPort ?? namedPort;
  const matches = matcherOf(bracketed ?? named ?? entry);
  if (matches === null) {
    throw new SettingsError(
      `${setting}: expected a name, an address, a CIDR block or *, got ${JSON.stringify(entry)}.`,
    );
  }
  return { matches, port: port === undefined ? null : Number(port) };
}

function matcherOf(text: string): Rule["matches"] | null {
  if (text === "*") return () => true;
  const [base = ""] = text.split("/", 1);
  if (isIP(base) !== 0) return blockCheck(text);
  const name = canonicalHost(text.replace(/^\*?\./u, ""));
  if (name === null || name.kind === "address") return null;
  return (host) => host === name.host || host.endsWith(`.${name.host}`);
}

function blockCheck(text: string): Rule["matches"] | null {
  try {
    return createBlockCheck(text);
  } catch {
    // The caller names the setting and the rule.
    return null;
  }
}

import { isIP } from "node:net";
import { SettingsError } from "#schemas/settings/readEnv.ts";
import { createBlockCheck } from "./address.ts";
import { canonicalHost } from "./names.ts";

/** Whether connections to a host, in canonical form, and port do without the proxy. */
export type ProxyExemption = (host: string, port: number) => boolean;

type Rule = { matches: (host: string) => boolean; port: number | null };

/**
 * Reads the rules of `NO_PROXY` as curl does: comma-separated names, which cover the names below them, addresses, CIDR
 * blocks of literal addresses, and `*` for every host. Each may end in a port.
 * @throws SettingsError that names the rule.
 */
export function parseNoProxy(text: string): ProxyExemption {
  const rules = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .map(parseRule);
  return (host, port) => rules.some((rule) => (rule.port === null || rule.port === port) && rule.matches(host));
}

function parseRule(entry: string): Rule {
  const [, bracketed, bracketedPort] = /^\[([^\]]+)\](?::(\d{1,5}))?$/u.exec(entry) ?? [];
  const [, named, namedPort] = /^([^:]+):(\d{1,5})$/u.exec(entry) ?? [];
  const port = bracketedPort ?? namedPort;
  const matches = matcherOf(bracketed ?? named ?? entry);
  if (matches === null) {
    throw new SettingsError(
      `WATCHFRAME_EGRESS_NO_PROXY: expected a name, an address, a CIDR block or *, got ${JSON.stringify(entry)}.`,
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

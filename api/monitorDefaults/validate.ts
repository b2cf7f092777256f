import type { Rules } from "../http/validation.ts";
import { monitorRules } from "../monitors/validate.ts";

/** The rules of monitors for the settings that are given. Null removes one, which needs no rule. */
export const defaultsRules: Rules = (checked, ports) =>
  monitorRules({ ...checked, body: givenIn(checked.body) }, ports);

function givenIn(body: unknown): unknown {
  return body === undefined
    ? body
    : JSON.parse(JSON.stringify(body, (_key, value: unknown) => (value === null ? undefined : value)));
}

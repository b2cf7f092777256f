import type { Static, TSchema } from "typebox";
import type { EgressPolicy, RefusalReason } from "#egress/policy.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { renderErrors } from "#schemas/renders/errors.ts";
import { bodyValidator, stringsValidator, type Validator } from "#schemas/validate.ts";
import type { ApiPorts } from "../ports.ts";
import type { Reply } from "./exchange.ts";

/** The raw input of a request, and the problems that its schemas found. */
type Checked = { query: unknown; body: unknown; schemaProblems: readonly FieldProblem[] };

/** Finds the problems of a request that its schemas cannot express. */
export type Rules = (checked: Checked, ports: ApiPorts) => FieldProblem[];

/** The rules of a route that needs only its schemas. */
export const noRules: Rules = () => [];

type Check<Value> = (value: Value, fieldNames: ReadonlySet<string>, ports: ApiPorts) => FieldProblem[];

/**
 * Rules for a body. `partial` is its schema with every field optional. Fields that violate the schema are left out, so the rules
 * can check the other fields, and the reply lists all problems at once.
 */
export function bodyRules<Partial extends TSchema>(partial: Partial, check: Check<Static<Partial>>): Rules {
  const validate = bodyValidator(partial);
  return ({ body, schemaProblems }, ports) => checkRest({ validate, check }, { rawValue: body, schemaProblems }, ports);
}

/** Rules for a query, like `bodyRules`. */
export function queryRules<Partial extends TSchema>(partial: Partial, check: Check<Static<Partial>>): Rules {
  const validate = stringsValidator(partial);
  return ({ query, schemaProblems }, ports) =>
    checkRest({ validate, check }, { rawValue: query, schemaProblems }, ports);
}

function checkRest<Value>(
  { validate, check }: { validate: Validator<Value>; check: Check<Value> },
  { rawValue, schemaProblems }: { rawValue: unknown; schemaProblems: readonly FieldProblem[] },
  ports: ApiPorts,
): FieldProblem[] {
  if (typeof rawValue !== "object" || rawValue === null || Array.isArray(rawValue)) return [];
  const wrong = new Set(schemaProblems.map(rootOf));
  const rest = Object.fromEntries(Object.entries(rawValue).filter(([name]) => !wrong.has(name)));
  const checked = validate(rest);
  if (!checked.ok) return [];
  // A field that was left out above is not missing; its schema's problem is reported already.
  return check(checked.value, new Set(Object.keys(rawValue)), ports).filter((problem) => !wrong.has(rootOf(problem)));
}

function rootOf({ field }: FieldProblem): string {
  return field.split(".", 1)[0] ?? field;
}

/** Top-level names of a raw body or query. */
export function namesOf(raw: unknown): ReadonlySet<string> {
  return new Set(typeof raw === "object" && raw !== null ? Object.keys(raw) : []);
}

/** One property of a raw body; undefined if it is missing. */
export function partOf(raw: unknown, name: string): unknown {
  return typeof raw === "object" && raw !== null ? Object.entries(raw).find(([key]) => key === name)?.[1] : undefined;
}

/** The reply with warnings: in its JSON, or in the header X-Warnings if it has none. */
export function withWarnings<Made extends Reply>(reply: Made, warnings: readonly FieldProblem[]): Made {
  if (warnings.length === 0) return reply;
  const json = "json" in reply ? reply.json : undefined;
  if (typeof json === "object" && json !== null) return { ...reply, json: { ...json, warnings } };
  return { ...reply, headers: { ...reply.headers, "X-Warnings": JSON.stringify(warnings) } };
}

// Port, address and name share one message, so it reveals nothing about the private network.
const forbidden = `target_forbidden: ${renderErrors.target_forbidden.message}`;
const refusalMessages = {
  invalid_url: "must be a valid URL",
  too_long: "must be shorter once its characters are escaped",
  scheme: "must start with http:// or https://",
  userinfo: "must not carry a user name or password; use httpAuth",
  port: forbidden,
  address: forbidden,
  name: forbidden,
} satisfies Record<RefusalReason, string>;

/** The problems of an address of a page, webhook or storage. Resolves no name. */
export function checkTarget(policy: Pick<EgressPolicy, "checkUrl">, field: string, url: string): FieldProblem[] {
  // The URL standard drops tabs and line breaks silently, so another page would be rendered than the one shown.
  if (/\p{Cc}/u.test(url)) return [{ field, message: "must not contain control characters" }];
  const verdict = policy.checkUrl(url);
  return verdict.allowed ? [] : [{ field, message: refusalMessages[verdict.reason] }];
}

/** Whether the problem is a forbidden target. */
export function isForbidden({ message }: FieldProblem): boolean {
  return message === forbidden;
}

import { setImmediate } from "node:timers/promises";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { type Static, type TSchema, Type } from "typebox";
import {
  type FieldProblem,
  globPattern,
  keyPattern,
  linePattern,
  localPartPattern,
  monthPattern,
  namePattern,
  commonKeyword,
  formsKeyword,
  groupKeyword,
  hintKeyword,
  labelKeyword,
  sampleKeyword,
  remedyKeyword,
  telegramTokenPattern,
  timeOfDayPattern,
  unitKeyword,
  visiblePattern,
  webhookSecretPattern,
} from "./common.ts";
import { nearestField, nearestNames, recordOf } from "./nearestNames.ts";

/** The typed value with defaults, or all its problems. */
type Validated<Value> = { ok: true; value: Value } | { ok: false; problems: FieldProblem[] };

export type Validator<Value> = (input: unknown) => Validated<Value>;

// To optimize the code of a check takes longer than all its uses in most processes.
const code = { optimize: false };
const options = { strict: true, allErrors: true, useDefaults: true, verbose: true, discriminator: true, code } as const;
const bodies = withFormats(new Ajv(options));
const strings = withFormats(new Ajv({ ...options, coerceTypes: "array" }));

function withFormats(ajv: Ajv): Ajv {
  ajv.addVocabulary([
    unitKeyword,
    remedyKeyword,
    hintKeyword,
    formsKeyword,
    labelKeyword,
    groupKeyword,
    commonKeyword,
    sampleKeyword,
  ]);
  // The package is CommonJS: Node's default import is the module, and the plug-in is the module's `default`.
  addFormats.default(ajv, ["uuid", "date-time", "uri", "email"]);
  return ajv;
}

/** Validator of a JSON body: defaults applied, nothing coerced, all problems reported. */
export function bodyValidator<Schema extends TSchema>(schema: Schema): Validator<Static<Schema>> {
  return toValidator(compiledAtUse<Static<Schema>>(bodies, schema));
}

/**
 * Validator of values that arrive as strings (query, environment): numbers, booleans and single array items are coerced.
 * Whole numbers must be digits. Other forms that JavaScript accepts (`1e1`, `0x10`) are most likely mistakes.
 */
export function stringsValidator<Schema extends TSchema>(schema: Schema): Validator<Static<Schema>> {
  const validate = toValidator(compiledAtUse<Static<Schema>>(strings, schema), stringTypeMessage);
  const properties = Type.IsObject(schema) ? Object.entries(schema.properties) : [];
  const integers = properties.filter(([, property]) => Type.IsInteger(property)).map(([name]) => name);
  return (input) => {
    const values = recordOf(input);
    const odd = new Set(integers.filter((name) => typeof values[name] === "string" && !digits.test(values[name])));
    const checked = validate(input);
    if (odd.size === 0) return checked;
    const others = checked.ok ? [] : checked.problems.filter(({ field }) => !odd.has(field));
    const message = "must be a whole number, in digits alone";
    return { ok: false, problems: [...[...odd].map((field) => ({ field, message })), ...others] };
  };
}

/** A whole number that a double holds exactly. */
const digits = /^-?\d{1,15}$/;

/** Message for a value of another type. */
type TypeMessage = (error: ErrorObject) => string;

const compilers = new Set<() => unknown>();

/** The function of a schema. Its first use compiles it: all schemas of the API take a second, and most processes use few. */
function compiledAtUse<Value>(ajv: Ajv, schema: TSchema): () => ValidateFunction<Value> {
  let compiled: ValidateFunction<Value> | null = null;
  const compile = () => {
    compilers.delete(compile);
    return (compiled ??= ajv.compile<Value>(schema));
  };
  compilers.add(compile);
  return compile;
}

/**
 * Compiles the schemas that no use has compiled yet, and lets other work go on between two.
 * @throws {Error} A schema is faulty.
 */
export async function compileSchemas(): Promise<void> {
  for (const compile of compilers) {
    compile();
    await setImmediate();
  }
}

function toValidator<Value>(
  compiled: () => ValidateFunction<Value>,
  ofType: TypeMessage = typeMessage,
): Validator<Value> {
  return (input) => {
    const validate = compiled();
    const value: unknown = structuredClone(input);
    // Values of closed lists are taken in any case. A corrected one may choose the shape that has the next list.
    for (let corrections = 0; corrections <= maxCorrections; corrections += 1) {
      if (validate(value)) return { ok: true, value };
      const errors = (validate.errors ?? []).slice(0, maxExplained);
      if (errors.filter((error) => correctCase(value, error)).length === 0) break;
    }
    return { ok: false, problems: toProblems(validate.errors ?? [], ofType) };
  };
}

/** Closed lists in each other. */
const maxCorrections = 3;

/** Writes a value as its closed list or its constant does if only the case differs. Returns whether it did. */
function correctCase(value: unknown, { keyword, data, params, instancePath }: ErrorObject): boolean {
  const allowed: unknown = keyword === "const" ? [params["allowedValue"]] : params["allowedValues"];
  if (typeof data !== "string" || !Array.isArray(allowed)) return false;
  const lower = data.toLowerCase();
  const listed: unknown = allowed.find((item) => typeof item === "string" && item.toLowerCase() === lower);
  const names = instancePath.split("/").slice(1).map(unescapePointer);
  const name = names.pop();
  const parent = names.reduce<unknown>((holder, key) => (isObject(holder) ? Reflect.get(holder, key) : null), value);
  if (listed === undefined || name === undefined || !isObject(parent)) return false;
  return Reflect.set(parent, name, listed);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Maximum number of problems that a validator explains. A hostile value has a million. */
const maxExplained = 500;
/** Maximum number of characters of each name in a problem's field. */
const maxNameChars = 100;

function toProblems(errors: ErrorObject[], ofType: TypeMessage): FieldProblem[] {
  const problems = new Map<string, FieldProblem>();
  for (const error of withoutBounds(withoutOtherForms(withoutNull(errors.slice(0, maxExplained))))) {
    // The property's own schema reports a wrong or missing type.
    if (error.keyword === "discriminator") continue;
    const field = fieldOf(error);
    const message = `${error.keyword === "type" ? ofType(error) : messageOf(error)}${hint(error)}`;
    const key = `${field} ${message}`;
    problems.set(key, { field, message });
  }
  return [...problems.values()];
}

/** Problems of a nullable value. The fact that it is not null is not a problem to report. */
function withoutNull(errors: ErrorObject[]): ErrorObject[] {
  const telling = errors.filter(
    ({ keyword, params, data }) => !(keyword === "type" && params["type"] === "null" && data !== null),
  );
  return telling.filter(
    ({ keyword, instancePath }) =>
      keyword !== "anyOf" ||
      !telling.some((other) => other.keyword !== "anyOf" && other.instancePath.startsWith(instancePath)),
  );
}

/** Problems of a value that may have one of several forms: those of the form that it has, if it has one of them. */
function withoutOtherForms(errors: ErrorObject[]): ErrorObject[] {
  return errors.filter(
    ({ keyword, instancePath, schemaPath }) =>
      keyword !== "type" ||
      !/\/anyOf\/\d+\/type$/.test(schemaPath) ||
      !errors.some((other) => other.keyword !== "type" && isWithin(other, instancePath)),
  );
}

function isWithin({ instancePath }: ErrorObject, path: string): boolean {
  return instancePath === path || instancePath.startsWith(`${path}/`);
}

/** Problems without the bounds of a number that is no whole number: the message about its type names them. */
function withoutBounds(errors: ErrorObject[]): ErrorObject[] {
  const ofType = new Set(errors.filter(({ keyword }) => keyword === "type").map(({ instancePath }) => instancePath));
  return errors.filter(({ keyword, instancePath }) => !bounds.has(keyword) || !ofType.has(instancePath));
}

const bounds: ReadonlySet<string> = new Set(["minimum", "maximum"]);

/** Dotted path of the field. It includes a missing or unknown property. The whole body is `body`. */
function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  const extra: unknown =
    error.params["missingProperty"] ?? error.params["additionalProperty"] ?? error.params["propertyName"];
  if (typeof extra === "string") path.push(extra);
  return path.length === 0 ? "body" : path.map((name) => shortName(name)).join(".");
}

/** A name from a caller, cut to 100 characters. */
export function shortName(name: string): string {
  return name.length <= maxNameChars ? name : `${name.slice(0, maxNameChars).toWellFormed()}…`;
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

const messages: Record<string, (error: ErrorObject) => string> = {
  required: () => "is required",
  enum: (error) => notOneOf(error),
  const: (error) => `must be ${JSON.stringify(error.params["allowedValue"])}`,
  additionalProperties: (error) => unknownProperty(error),
  minimum: (error) => `must be at least ${bound(error)}`,
  maximum: (error) => `must be at most ${bound(error)}`,
  minLength: (error) =>
    error.params["limit"] === 1 ? "must not be empty" : `must have at least ${error.params["limit"]} characters`,
  maxLength: (error) => `must have at most ${error.params["limit"]} characters${remedy(error)}`,
  minItems: (error) => `must have at least ${counted(error, "item", "items")}`,
  maxItems: (error) => `must have at most ${counted(error, "item", "items")}`,
  uniqueItems: () => "must not have the same item twice",
  minProperties: (error) => `must have at least ${counted(error, "field", "fields")}`,
  maxProperties: (error) => `must have at most ${counted(error, "field", "fields")}`,
  pattern: (error) => patterns[String(error.params["pattern"])] ?? `must match ${error.params["pattern"]}`,
  format: (error) => formats[String(error.params["format"])] ?? `must be a valid ${error.params["format"]}`,
};

/** Messages for formats with names that do not explain them. */
const formats: Record<string, string> = {
  "date-time": "must be a date and time with its zone, such as 2026-12-31T09:30:00Z",
  email: "must be an e-mail address, such as ops@example.com",
  uuid: "must be an id, such as 0192f0c1-7d3a-7000-8000-2a9c5e1f0b64",
};

/** Messages for patterns. */
const patterns: Record<string, string> = {
  "^https?://": "must start with http:// or https://",
  [globPattern]: "must have at most 8 wildcards (* or **); give several simpler globs",
  [keyPattern]: "must be a key such as Enter, a or Control+a",
  [namePattern]: "must have 1 to 64 small letters, digits and hyphens, and no hyphen first, such as shop-team",
  [monthPattern]: "must be a month as YYYY-MM, such as 2026-12",
  [telegramTokenPattern]: "must be the token that @BotFather gave the bot, such as 123456:ABC-DEF",
  [timeOfDayPattern]: "must be a time from 00:00 to 23:59, such as 22:00",
  "^\\S+$": "must have no spaces",
  [visiblePattern]: "must not be empty",
  [linePattern]: "must have a visible character and no control characters",
  [localPartPattern]: "must have at most 64 characters before the @",
  [webhookSecretPattern]:
    "must have the base64 of 24 to 64 bytes after whsec_ (`openssl rand -base64 32` makes one), or another prefix for a plain text",
};

/** A bound in the unit of its field, and the given value. */
function bound({ params, data, parentSchema }: ErrorObject): string {
  const unit: unknown = parentSchema?.[unitKeyword];
  if (typeof unit !== "string") return String(params["limit"]);
  return `${params["limit"]} ${params["limit"] === 1 ? unit.replace(/s$/, "") : unit}, got ${JSON.stringify(data)}`;
}

/** The remedy from the field's schema, as the end of the message. */
function remedy({ parentSchema }: ErrorObject): string {
  const text: unknown = parentSchema?.[remedyKeyword];
  return typeof text === "string" ? `; ${text}` : "";
}

/** Keywords that check the form of a whole value. */
const formKeywords: ReadonlySet<string> = new Set(["type", "enum", ...bounds]);

/** The right form from the field's schema, as the end of a message about the whole value. */
function hint(error: ErrorObject): string {
  return formKeywords.has(error.keyword) ? rightForm(error) : "";
}

function rightForm({ parentSchema }: ErrorObject): string {
  const text: unknown = parentSchema?.[hintKeyword];
  return typeof text === "string" ? `; ${text}` : "";
}

function counted(error: ErrorObject, one: string, many: string): string {
  return `${error.params["limit"]} ${error.params["limit"] === 1 ? one : many}`;
}

function messageOf(error: ErrorObject): string {
  return messages[error.keyword]?.(error) ?? error.message ?? "is not valid";
}

function typeMessage({ params, data, parentSchema }: ErrorObject): string {
  if (params["type"] === "integer" && typeof data === "number")
    return `must be a whole number${missedRange(parentSchema, data)}, got ${data}`;
  return `must be ${article(String(params["type"]))}, got ${kindOf(data)}`;
}

/** The range of a number that is outside of it. */
function missedRange(schema: ErrorObject["parentSchema"], value: number): string {
  const { minimum, maximum } = recordOf(schema);
  if (typeof minimum !== "number" || typeof maximum !== "number") return "";
  return value < minimum || value > maximum ? ` from ${minimum} to ${maximum}` : "";
}

/** Every value is a string before coercion, so its type is not reported. */
function stringTypeMessage(error: ErrorObject): string {
  return error.params["type"] === "boolean" ? "must be true or false" : typeMessage(error);
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "an array" : article(typeof value);
}

/** Names or values that a message lists. More of them are compared with what was sent. */
const maxListed = 12;

function unknownProperty(error: ErrorObject): string {
  const properties = recordOf(error.parentSchema?.["properties"]);
  const near = nearestField(String(error.params["additionalProperty"]), properties);
  if (near !== null) return `is not a known field; did you mean ${near}?`;
  return `is not a known field${listNames(Object.keys(properties))}${rightForm(error)}`;
}

/** The known names as a part of a message. Empty without any, or if there are too many. */
function listNames(names: readonly string[]): string {
  if (names.length === 0 || names.length > maxListed) return "";
  return `; ${names.length === 1 ? "the only one is" : "the known ones are"} ${names.join(", ")}`;
}

function notOneOf(error: ErrorObject): string {
  const allowed: unknown = error.params["allowedValues"];
  const values = Array.isArray(allowed) ? allowed.map(String) : [];
  if (values.length <= maxListed) return `must be one of ${values.join(", ")}`;
  const near = nearestNames(String(error.data), values, 3);
  return `is not a known value; the nearest are ${near.join(", ")}`;
}

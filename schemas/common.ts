import { type Static, type TSchema, Type } from "typebox";

/** UUIDv7 of a resource. Later ids sort later. */
export const Uuid = Type.String({ format: "uuid" });

/** ISO 8601 instant in UTC with milliseconds. */
export const DateTime = Type.String({ format: "date-time" });

/** Address of a page or receiver: http or https, at most 2,048 characters (the contract's pattern). */
export const HttpUrl = Type.String({ maxLength: 2048, pattern: "^https?://" });

/** A calendar month, YYYY-MM. */
export const monthPattern = "^20[0-9]{2}-(0[1-9]|1[0-2])$";

/** The part before the @ has at most 64 characters (RFC 5321, section 4.5.3.1.1). */
export const localPartPattern = "^[^@]{0,64}(@|$)";

/** At least one visible character. */
export const visiblePattern = "\\S";

/** One line of text: at least one visible character, no control character. */
export const timeOfDayPattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
export const linePattern = "^(?=\\s*\\S)[^\\u0000-\\u001f\\u007f]+$";

/** Small letters, digits and hyphens. */
export const namePattern = "^[a-z0-9][a-z0-9-]{0,63}$";

/** The name of a preset, unique in its account. */
export const PresetName = Type.String({ pattern: namePattern });

/** A name that a user gives a resource. */
export const Name = Type.String({ minLength: 1, maxLength: 100, pattern: visiblePattern });

/**
 * Any text without the prefix `whsec_`, or `whsec_` and the padded base64 of 24 to 64 bytes (Standard Webhooks 1.0).
 * Receivers' libraries decode the second form. If they could not, their key would differ from ours.
 */
export const webhookSecretPattern =
  "^(?!whsec_)|^whsec_(([A-Za-z0-9+/]{4}){8,20}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|([A-Za-z0-9+/]{4}){21}([A-Za-z0-9+/]{2}==)?)$";

/** The secret that signs webhooks. */
export const WebhookSecret = Type.String({
  minLength: 16,
  maxLength: 256,
  pattern: webhookSecretPattern,
  writeOnly: true,
  description:
    '`whsec_` and the base64 of 24 to 64 bytes, the form that receivers\' libraries accept; or another text; its bytes are the key (`{format: "raw"}` in the `standardwebhooks` package).',
});

/** Credits of one operation; `net` is `charged` less `refunded`. */
export const Credits = Type.Object(
  {
    charged: Type.Integer({ minimum: 0 }),
    refunded: Type.Integer({ minimum: 0 }),
    net: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
export type Credits = Static<typeof Credits>;

/** A problem of one field. `field` is a dotted path into the body or query. */
export const FieldProblem = Type.Object(
  { field: Type.String(), message: Type.String() },
  { additionalProperties: false },
);
export type FieldProblem = Static<typeof FieldProblem>;

/** Accepted fields of a request that have no effect. Missing if there are none. */
export const Warnings = Type.Optional(
  Type.Array(FieldProblem, {
    minItems: 1,
    description:
      "Fields of the request that have no effect or that another field overrides, with the reason. Missing if there are none.",
  }),
);

/** The event that counts as loaded, with puppeteer's names and meanings. */
export const WaitUntil = literals(["load", "domcontentloaded", "networkidle0", "networkidle2"]);
export type WaitUntil = Static<typeof WaitUntil>;

export const Theme = literals(["light", "dark"]);
export type Theme = Static<typeof Theme>;

export const ImageFormat = literals(["jpg", "png"]);
export type ImageFormat = Static<typeof ImageFormat>;

export const Priority = literals(["low", "normal", "high"]);
export type Priority = Static<typeof Priority>;

export const StorageProvider = literals(["b2", "s3", "r2"]);
export type StorageProvider = Static<typeof StorageProvider>;

/** A permission of a key. */
export const Scope = literals(["render", "monitor", "read"]);
export type Scope = Static<typeof Scope>;

/** JSON Schema keyword for the unit of a number, in the plural. Messages and the OpenAPI document use it. */
export const unitKeyword = "x-unit";

/** JSON Schema keyword for the remedy if a bound is exceeded. Messages and the OpenAPI document use it. */
export const remedyKeyword = "x-remedy";

/** JSON Schema keyword for the right form of a value. Messages about its type, its list and its bounds end with it. */
export const hintKeyword = "x-hint";

/** JSON Schema keyword for the forms of an object, each as the list of its fields. Generated types are a union of them. */
export const formsKeyword = "x-forms";

/** JSON Schema keyword for the name of an option in forms. */
export const labelKeyword = "x-label";

/** JSON Schema keyword for the title of an option's group in forms. */
export const groupKeyword = "x-group";

/** JSON Schema keyword of an option that forms show first, because most requests use it. */
export const commonKeyword = "x-common";

/** JSON Schema keyword for a value of an option that forms show in its empty field. */
export const sampleKeyword = "x-sample";

/** The token of a Telegram bot. Short tokens pass, as the documents and the message show one. */
export const telegramTokenPattern = "^[0-9]{3,20}:[A-Za-z0-9_-]{5,100}$";

/** Keys without a character of their own. */
export const namedKeys = [
  "Enter",
  "Tab",
  "Escape",
  "Backspace",
  "Delete",
  "Space",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "PageUp",
  "PageDown",
] as const;
/** Keys that are held while another one is pressed. */
export const modifierKeys = ["Control", "Shift", "Alt", "Meta"] as const;
/** A key, after keys that are held meanwhile, joined by `+`. */
export const keyPattern = `^(?:(?:${modifierKeys.join("|")})\\+){0,3}(?:${namedKeys.join("|")}|[!-~])$`;

/** A glob of a crawl with at most 8 wildcards; `**` is one wildcard. */
export const globPattern = "^[^*]*(?:\\*\\*?[^*]*){0,8}$";

/** A value sealed by `vault/seal.ts`: AES-256-GCM under the named key, readable only inside activities. */
export type Sealed = `sealed:v1:${string}`;

/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** A union of string literals as one `enum` schema, which OpenAPI shows better than `anyOf`. */
export function literals<Values extends string[]>(
  values: readonly [...Values],
  { label, hint, ...options }: { default?: Values[number]; description?: string; label?: string; hint?: string } = {},
) {
  return Type.Enum(values, {
    type: "string",
    ...options,
    ...(label !== undefined && { [labelKeyword]: label }),
    ...(hint !== undefined && { [hintKeyword]: hint }),
  });
}

/** The schema or null, with the meaning of null. */
export function nullable<Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

/** The keys of a table with their literal types, which Object.keys loses. */
export function keysOf<Key extends string>(table: Record<Key, unknown>): Key[] {
  const keys: Key[] = [];
  for (const key in table) keys.push(key);
  return keys;
}

/** The properties of these names that have a value. The first signature is the type that the loop has. */
export function givenOf<Values extends object, Name extends keyof Values>(
  values: Values,
  names: readonly Name[],
): Pick<Values, Name>;
export function givenOf(values: object, names: readonly PropertyKey[]): object {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && names.includes(name)),
  );
}

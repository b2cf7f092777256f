import { type Static, Type } from "typebox";
import { DateTime, literals, PresetName, type Sealed } from "./common.ts";

const noExtraFields = { additionalProperties: false } as const;

/** Body of `POST /secrets`. */
export const SecretRequest = Type.Object(
  {
    name: Type.Unsafe<string>({ ...PresetName, description: "Small letters, digits and hyphens." }),
    value: Type.String({
      minLength: 1,
      maxLength: 4096,
      writeOnly: true,
      pattern: "^[^\\u0000-\\u001f\\u007f]+$",
      description: "No reply shows it. It has no line breaks and no other control characters.",
    }),
  },
  noExtraFields,
);
export type SecretRequest = Static<typeof SecretRequest>;

/** A resource whose captures use a secret. */
const SecretUse = Type.Object(
  {
    type: literals(["monitor", "sitemap", "schedule", "preset", "sign_in"]),
    id: Type.String({ description: "The id of the resource, or the name of a preset or sign-in." }),
  },
  noExtraFields,
);
export type SecretUse = Static<typeof SecretUse>;

/** A secret as the API shows it: without its value. */
export const Secret = Type.Object(
  {
    name: PresetName,
    usedBy: Type.Array(SecretUse, {
      description:
        "Monitors, watched sitemaps, schedules, presets and sign-ins that name the secret. Single renders are not listed.",
    }),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  noExtraFields,
);
export type Secret = Static<typeof Secret>;

/** Reply with one secret. */
export const SecretReply = Type.Object({ success: Type.Literal(true), secret: Secret }, noExtraFields);

/** Reply of `GET /secrets`. */
export const SecretList = Type.Object({ success: Type.Literal(true), secrets: Type.Array(Secret) }, noExtraFields);

/** Maximum secrets of an account. */
export const maxSecrets = 100;

/** A secret in MongoDB. The `_id` is `<account>:<name>`. */
export type SecretRecord = {
  _id: string;
  accountId: string;
  name: string;
  value: Sealed;
  createdAt: Date;
  updatedAt: Date;
};

/** Place of the value of a secret, which it is sealed for. */
export const secretField = "value";

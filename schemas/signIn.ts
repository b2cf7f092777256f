import { type Static, Type } from "typebox";
import { DateTime, HttpUrl, literals, nullable, PresetName, type Sealed, unitKeyword, Uuid } from "./common.ts";
import { described } from "./options/option.ts";
import { waitSigns, Steps } from "./options/steps.ts";
import { RenderErrorCode } from "./renders/errors.ts";

const noExtraFields = { additionalProperties: false } as const;

/** The sign that every page behind the log-in has. It is waited for as by the step `waitFor`. */
export const SignedIn = Type.Object(waitSigns, {
  ...noExtraFields,
  minProperties: 1,
  maxProperties: 1,
  description: "The sign of a page behind the log-in: one of `selector`, `text` and `address`. Every such page has it.",
});
export type SignedIn = Static<typeof SignedIn>;

const renewAfter = Type.Integer({
  minimum: 5,
  maximum: 43_200,
  [unitKeyword]: "minutes",
  description: "Minutes after which the sign-in is renewed in any case. Default: only when a capture is signed out.",
});

/** The settings of a sign-in, which its owner may change. */
const settings = {
  url: {
    ...HttpUrl,
    writeOnly: true,
    description: "Address of the log-in page. Captures of its site may use the sign-in.",
  },
  steps: Type.Unsafe<Static<typeof Steps>>({
    ...Steps,
    writeOnly: true,
    description: "The steps that sign in. `{{secret:name}}` and `{{totp}}` stand for values in `fill`.",
  }),
  totp: Type.String({
    minLength: 8,
    maxLength: 1024,
    writeOnly: true,
    description: "The seed of the one-time codes of RFC 6238: an `otpauth://totp/` address or base32.",
  }),
  proxy: described(
    PresetName,
    "Name of a proxy of the account. The service signs in through it; captures name their own.",
  ),
};

/** Body of `POST /sign-ins`. */
export const SignInRequest = Type.Object(
  {
    name: Type.Unsafe<string>({ ...PresetName, description: "Small letters, digits and hyphens." }),
    url: settings.url,
    steps: settings.steps,
    signedIn: SignedIn,
    totp: Type.Optional(settings.totp),
    renewAfter: Type.Optional(renewAfter),
    proxy: Type.Optional(settings.proxy),
  },
  noExtraFields,
);
export type SignInRequest = Static<typeof SignInRequest>;

/** Body of `PATCH /sign-ins/{id}`. The seed is sealed with the steps, so new steps need it again. */
export const SignInPatch = Type.Object(
  {
    url: Type.Optional(settings.url),
    steps: Type.Optional(settings.steps),
    signedIn: Type.Optional(SignedIn),
    totp: Type.Optional(settings.totp),
    renewAfter: Type.Optional(nullable(renewAfter)),
    proxy: Type.Optional(nullable(settings.proxy)),
  },
  { ...noExtraFields, minProperties: 1 },
);
export type SignInPatch = Static<typeof SignInPatch>;

const SignInStatus = literals(["pending", "signed_in", "failed"], {
  description: "`pending` before the first try. A failed one is tried again by itself.",
});
type SignInStatus = Static<typeof SignInStatus>;

/** Why the last try failed. */
const SignInFailure = Type.Object(
  {
    code: RenderErrorCode,
    message: Type.String(),
    at: DateTime,
    tries: Type.Integer({ description: "Failed tries in a row." }),
  },
  noExtraFields,
);

/** The page after the log-in, or at the failure. */
const SignInPicture = Type.Object(
  {
    url: Type.String({ description: "Signed address of a JPEG; needs no key, expires after 24 hours." }),
    expiresAt: DateTime,
    takenAt: DateTime,
  },
  noExtraFields,
);

/** A sign-in as the API shows it: without address, steps, seed and session. */
export const SignIn = Type.Object(
  {
    id: Uuid,
    name: PresetName,
    host: Type.String({ description: "Host of the log-in page. The rest of its address is write-only." }),
    signedIn: SignedIn,
    hasTotp: Type.Boolean(),
    renewAfter: nullable(renewAfter),
    proxy: nullable(PresetName),
    status: SignInStatus,
    renewedAt: nullable(DateTime, "The last success."),
    failure: nullable(SignInFailure, "Null after a success."),
    nextTryAt: nullable(DateTime, "The next try that is planned. Null if none is."),
    picture: nullable(SignInPicture, "The page at the end of the last try. Null before the first."),
    createdAt: DateTime,
  },
  noExtraFields,
);
export type SignIn = Static<typeof SignIn>;

/** Reply with one sign-in. */
export const SignInReply = Type.Object({ success: Type.Literal(true), signIn: SignIn }, noExtraFields);

/** Reply of `GET /sign-ins`. */
export const SignInList = Type.Object({ success: Type.Literal(true), signIns: Type.Array(SignIn) }, noExtraFields);

/** The text in the value of a `fill` that stands for the one-time code. */
export const totpReference = "{{totp}}";

/** Maximum sign-ins of an account. */
export const maxSignIns = 50;

/** The secrets of a sign-in. They are sealed as one JSON text. */
export type SignInSecrets = Pick<SignInRequest, "steps" | "totp">;

/** Names that the sealed values of a sign-in are bound to. */
export const signInFields = { url: "url", secrets: "signIn", session: "session" } as const;

/** The outcome of the last tries. */
type SignInState = {
  status: SignInStatus;
  renewedAt: Date | null;
  failure: { code: Static<typeof RenderErrorCode>; message: string; at: Date; tries: number } | null;
  nextTryAt: Date | null;
  /** Workflow time of the newest projection, in microseconds. */
  version: number;
};

/** The prefix of a sign-in's pictures in the object store. Removing it removes all of them. */
export const momentPrefix = (signInId: string): string => `sign-ins/${signInId}/`;

/** A picture in the object store. `generation` is the number of the try. */
type StoredMoment = { key: string; bytes: number; sha256: string; generation: number; takenAt: Date };

/** A sign-in in MongoDB. */
export type SignInRecord = {
  _id: string;
  accountId: string;
  name: string;
  /** Host of the log-in page. */
  host: string;
  url: Sealed;
  signedIn: SignedIn;
  hasTotp: boolean;
  renewAfter: number | null;
  proxy: string | null;
  secretNames: string[];
  /** Sealed JSON of `SignInSecrets`. */
  secrets: Sealed;
  /** Sealed JSON of the browser's session; null before the first success. */
  session: Sealed | null;
  /** Grows with each session. 0 before the first. */
  generation: number;
  state: SignInState;
  /** The page at the end of a try; missing before the first. */
  picture?: StoredMoment;
  createdAt: Date;
};

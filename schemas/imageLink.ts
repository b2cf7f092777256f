import { type Static, Type } from "typebox";
import { DateTime, HttpUrl, Name, Uuid } from "./common.ts";
import { optionsIn } from "./options/index.ts";

const noExtraFields = { additionalProperties: false } as const;

/** Seconds for which one picture answers a link. Pictures themselves are kept for 30 days. */
export const linkTtl = { minimum: 60, maximum: 28 * 86_400, default: 86_400 } as const;

/** Query of `GET /image/{key}/{signature}`. */
export const ImageQuery = Type.Object(
  {
    url: HttpUrl,
    ...optionsIn("link"),
    ttl: Type.Optional(
      Type.Integer({ ...linkTtl, description: "Seconds after which the next request renders the page again." }),
    ),
    expires: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 99_999_999_999,
        description:
          "Expiry of the address, Unix time in seconds. Without it the address is valid for as long as its key.",
      }),
    ),
  },
  noExtraFields,
);
export type ImageQuery = Static<typeof ImageQuery>;

/** The picture that answers a link, in MongoDB. The `_id` is a keyed hash of the account and the options. */
export type ImageLinkRecord = {
  _id: string;
  accountId: string;
  /** The job that renders the picture. */
  jobId: string;
  /** When it was accepted. */
  at: Date;
  expiresAt: Date;
};

/** A key that signs image links, in MongoDB. Its secret is derived from its id. */
export type SigningKeyRecord = { _id: string; accountId: string; name: string; createdAt: Date };

/** Maximum signing keys of an account. */
export const maxSigningKeys = 20;

/** A signing key as the API shows it. */
export const SigningKey = Type.Object({ id: Uuid, name: Name, createdAt: DateTime }, noExtraFields);
export type SigningKey = Static<typeof SigningKey>;

/** Body of `POST /account/signing-keys`. */
export const SigningKeyRequest = Type.Object({ name: Name }, noExtraFields);

export const SigningKeyList = Type.Object({ success: Type.Literal(true), keys: Type.Array(SigningKey) }, noExtraFields);

export const SigningKeyReply = Type.Object({ success: Type.Literal(true), key: SigningKey }, noExtraFields);

/** Reply with a new signing key. No other reply shows its secret. */
export const NewSigningKeyReply = Type.Object(
  {
    success: Type.Literal(true),
    key: SigningKey,
    secret: Type.String({ description: "Secret for signatures. Only this reply shows it." }),
  },
  noExtraFields,
);

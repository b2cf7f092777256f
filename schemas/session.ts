import { type Static, Type } from "typebox";
import { Addresses } from "./account.ts";
import { DateTime, literals, nullable, Scope, Uuid } from "./common.ts";
import { PlanName } from "./settings/plans.ts";

/** A browser that is logged in. Only the hash of its cookie is stored. The key is read again at each request. */
export type SessionRecord = {
  /** Hex SHA-256 of the cookie's value. */
  _id: string;
  sessionId: string;
  /** Id of the key's record. */
  keyHash: string;
  accountId: string;
  userAgent: string;
  createdAt: Date;
  lastSeenAt: Date;
  /** The latest end of the session. It ends earlier if it is not used. */
  expiresAt: Date;
};

/** A link that logs in once. */
export type LoginTokenRecord = {
  /** Hex SHA-256 of the token. */
  _id: string;
  keyHash: string;
  expiresAt: Date;
};

/** Hours without use after which a session ends, and the days after which every session ends. */
export const idleHours = 12;
export const maxSessionDays = 7;

/** Body of `POST /sessions`: exactly one of the two. */
export const LoginRequest = Type.Object(
  {
    apiKey: Type.Optional(Type.String({ minLength: 1, maxLength: 200, writeOnly: true })),
    loginToken: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        writeOnly: true,
        description: "The token of a log-in link. It works once, for 15 minutes.",
      }),
    ),
  },
  { additionalProperties: false, description: "Exactly one of `apiKey` and `loginToken`." },
);
export type LoginRequest = Static<typeof LoginRequest>;

/** A session as the API shows it. */
export const Session = Type.Object(
  {
    id: Uuid,
    current: Type.Boolean({ description: "Whether this call uses it." }),
    userAgent: Type.String({ description: "The browser's own name, at most 200 characters." }),
    keyId: Uuid,
    createdAt: DateTime,
    lastSeenAt: Type.String({ format: "date-time", description: "Last use, exact to one minute." }),
    idleExpiresAt: Type.String({ format: "date-time", description: "Its end if it is not used again." }),
    expiresAt: Type.String({ format: "date-time", description: "Its end at the latest." }),
  },
  { additionalProperties: false },
);
export type Session = Static<typeof Session>;

export const SessionReply = Type.Object(
  { success: Type.Literal(true), session: Session },
  { additionalProperties: false },
);

export const SessionList = Type.Object(
  {
    success: Type.Literal(true),
    sessions: Type.Array(Session),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);

/** Reply of `GET /sessions/current`: the session with its account and key. */
export const CurrentSession = Type.Object(
  {
    success: Type.Literal(true),
    session: Session,
    account: Type.Object(
      {
        id: Uuid,
        email: Type.String(),
        plan: PlanName,
        timeZone: Type.String(),
        addresses: literals(Addresses.enum),
        paused: Type.Boolean(),
      },
      { additionalProperties: false },
    ),
    key: Type.Object({ id: Uuid, name: Type.String(), scopes: Type.Array(Scope) }, { additionalProperties: false }),
    temporalUiUrl: nullable(
      Type.String({ format: "uri" }),
      "Address of the workflows in Temporal's UI, for operators. Null if the service names none.",
    ),
  },
  { additionalProperties: false },
);
export type CurrentSession = Static<typeof CurrentSession>;

import type { TSchema } from "typebox";
import {
  AccountReply,
  KeyList,
  KeyReply,
  KeyRequest,
  NewKeyReply,
  ShownAccount,
  ShownKey,
  UsageHistory,
  UsageReply,
} from "#schemas/account.ts";
import {
  NewSigningKeyReply,
  SigningKey,
  SigningKeyList,
  SigningKeyReply,
  SigningKeyRequest,
} from "#schemas/imageLink.ts";
import { CurrentSession, Session } from "#schemas/session.ts";

/** Named schemas of accounts, their keys and their sessions. */
export const accountSchemas: Readonly<Record<string, TSchema>> = {
  Account: ShownAccount,
  AccountReply,
  ApiKey: ShownKey,
  KeyList,
  KeyReply,
  KeyRequest,
  NewKeyReply,
  UsageHistory,
  UsageReply,
  CurrentSession,
  Session,
  NewSigningKeyReply,
  SigningKey,
  SigningKeyList,
  SigningKeyReply,
  SigningKeyRequest,
};

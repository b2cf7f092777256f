import type { Static } from "typebox";
import type { NewSigningKeyReply, SigningKey, SigningKeyList, SigningKeyReply } from "#schemas/imageLink.ts";
import { ids, times } from "./parts.ts";

const key: SigningKey = { id: ids.key, name: "website", createdAt: times.created };
const created: Static<typeof NewSigningKeyReply> = {
  success: true,
  key,
  secret: "Zt1nHqC0yJ6fYp3W9vQxKd8sLr5eGm2aBu7iTo4wNhE",
};
const reply: Static<typeof SigningKeyReply> = { success: true, key };
const list: Static<typeof SigningKeyList> = { success: true, keys: [key] };

/** Replies about signing keys. */
export const signingKeys = { created, reply, list };

import type { Recipient } from "#schemas/recipient.ts";

/** The address of a recipient. A person who is logged in sees it whole. */
export function addressOf({ email, emailMasked }: Pick<Recipient, "email" | "emailMasked">): string {
  return email ?? emailMasked;
}

import { expect } from "chai";
import type { CaughtMail } from "#stack/mail/message.ts";
import { until } from "./until.ts";

/** A mail with what its own schema does not name. */
export type SentMail = CaughtMail & {
  Headers: { Name: string; Value: string }[];
  Attachments: { Name: string; Content: string; ContentType: string; ContentID: string }[];
};

/** The mails that the catcher at `mailUrl` keeps for an address, oldest first, once there are `count` of them, within milliseconds given. */
export async function mailsTo(
  mailUrl: string,
  address: string,
  { count, within = 20_000 }: { count: number; within?: number },
): Promise<SentMail[]> {
  const found = await until(async () => {
    const reply = await fetch(mailUrl, { headers: { accept: "application/json" } });
    const mails: SentMail[] = await reply.json();
    const own = mails.filter(({ To }) => To === address).toReversed();
    return own.length >= count && own;
  }, within);
  expect(found).to.have.length(count);
  return found;
}

/** The address after a label in a mail's text. */
export function linkIn({ TextBody = "" }: Pick<SentMail, "TextBody">, label: string): string {
  const line = TextBody.split("\n").find((text) => text.startsWith(`${label}: `));
  if (line === undefined) throw new Error(`no "${label}" in ${TextBody}`);
  return line.slice(label.length + 2);
}

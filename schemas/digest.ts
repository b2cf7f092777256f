import type { AlertFacts, AlertType, EmailDelivery } from "./events.ts";
import type { DigestPeriod } from "./monitor/alerts.ts";

/** A reader of a monitor's mails. `template` is the wording of the alert target that names the reader. Missing for the usual one. */
export type MailReader = Pick<EmailDelivery, "recipientId" | "emailMasked"> & Pick<AlertFacts, "template">;

/** A message about a monitor that waits for a digest, and its readers. */
export type DigestEntry = {
  /** A hash of the fact, so that it is in one digest once. */
  id: string;
  type: AlertType;
  facts: AlertFacts;
  readers: MailReader[];
};

/** The messages of an account that one mail per reader will have. `_id` is made from account, period and time. */
export type DigestRecord = {
  _id: string;
  accountId: string;
  period: DigestPeriod;
  dueAt: Date;
  entries: DigestEntry[];
  /** Number of entries. Each addition is conditional on it. */
  count: number;
  /** Whether its mails were recorded, so that nothing more can be added. */
  closed: boolean;
  expiresAt: Date;
};

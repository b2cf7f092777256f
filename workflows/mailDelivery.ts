import { CancellationScope } from "@temporalio/workflow";
import type { MailDeliveryInput } from "./messages.ts";
import { mails, project } from "./proxies.ts";
import { waitForPreviousDelivery } from "./waitForTheOneBefore.ts";

/** Sends one mail: tried again while the mail service is away, for a day at most. */
export async function mailDelivery({ mailId, inOrder }: MailDeliveryInput): Promise<void> {
  if (inOrder) await waitForPreviousDelivery(mailId);
  try {
    await mails.sendMail({ mailId });
  } catch (error) {
    await CancellationScope.nonCancellable(() => project.failDelivery({ eventId: mailId }));
    throw error;
  }
}

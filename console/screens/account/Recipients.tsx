import { useInfiniteQuery } from "@tanstack/react-query";
import type { Recipient, SuppressionReason } from "#schemas/recipient.ts";
import { wf } from "../../api/client.ts";
import { recipientsQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { addressOf } from "../../format/recipient.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import styles from "./Account.module.css";
import { AddRecipient } from "./AddRecipient.tsx";

const states: Readonly<Record<Recipient["status"], readonly [Tone, string]>> = {
  pending: ["active", "Not confirmed"],
  verified: ["good", "Confirmed"],
  suppressed: ["failed", "Gets no mail"],
  deleted: ["neutral", "Deleted"],
};

const suppressions: Readonly<Record<SuppressionReason, string>> = {
  bounce: "The address does not exist.",
  complaint: "The reader reported a mail as spam.",
  inactive: "The mail service refuses the address.",
  unsubscribed: "The reader unsubscribed. To ask again, delete the address and add it again.",
};

/** The addresses that may get a monitor's alerts. */
export function Recipients() {
  const { data, error, refetch, isPending } = useInfiniteQuery(recipientsQuery);
  const recipients = (data?.pages ?? []).flatMap((page) => page.recipients);
  return (
    <Section title="Recipients">
      <p className={styles["lead"]}>Addresses that get mails about monitors. An account has at most ten.</p>
      <AddRecipient />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {isPending && <Loading label="Loading the recipients" lines={3} height="4rem" />}
      {data !== undefined && recipients.length === 0 && (
        <EmptyState title="No recipients yet">
          Alerts go to the account’s own address. Add another address above.
        </EmptyState>
      )}
      {recipients.length > 0 && (
        <Card padded={false}>
          <ul>
            {recipients.map((recipient) => (
              <Row key={recipient.id} recipient={recipient} />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}

function Row({ recipient }: { recipient: Recipient }) {
  const { id, status } = recipient;
  const address = addressOf(recipient);
  const [tone, text] = states[status];
  const remove = useAction({
    send: () => wf.recipients.delete(id),
    done: () => `${address} is deleted.`,
    changes: ["recipient", "monitor"],
  });
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{address}</strong>
        <span>
          <State recipient={recipient} />
        </span>
      </div>
      <Badge tone={tone}>{text}</Badge>
      <ConfirmButton
        label="Delete"
        name={`Delete ${address}`}
        title={`Delete ${address}?`}
        confirm="Delete the address"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        size="small"
      >
        It is removed from the alerts of every monitor.
      </ConfirmButton>
    </li>
  );
}

function State({ recipient: { status, createdAt, verifiedAt, suppressionReason } }: { recipient: Recipient }) {
  if (suppressionReason !== undefined) return suppressions[suppressionReason];
  if (status === "verified" && verifiedAt !== undefined) {
    return (
      <>
        Confirmed <RelativeTime at={verifiedAt} />
      </>
    );
  }
  return (
    <>
      Added <RelativeTime at={createdAt} />. The reader opens the link in the mail within 30 minutes. For a new link,
      add the address again.
    </>
  );
}

import type { Recipient, SuppressionReason } from "#schemas/recipient.ts";
import { wf } from "../../api/client.ts";
import { recipientsQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { addressOf } from "../../format/recipient.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { useList } from "../../api/useList.ts";
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
  const query = useList(recipientsQuery, (page) => page.recipients);
  return (
    <Section title="Recipients">
      <p className="muted">Addresses that get mails about monitors. An account has at most ten.</p>
      <AddRecipient />
      <ListedCard
        query={query}
        things="recipients"
        empty="Alerts go to the account’s own address. Add another address above."
        renderRow={(recipient) => <Row key={recipient.id} recipient={recipient} />}
      />
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
    <ListRow>
      <RowWords name={address}>
        <State recipient={recipient} />
      </RowWords>
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
    </ListRow>
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

import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { problemOf } from "../../../api/problems.ts";
import { recipientsQuery } from "../../../api/queries.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ChannelFields } from "./ChannelFields.tsx";
import { digestOptions } from "./choices.ts";
import type { MonitorForm } from "./monitorForm.ts";
import { type QuietForm, QuietFields } from "./QuietFields.tsx";
import styles from "./NewMonitor.module.css";

type MessageForm = QuietForm &
  Pick<
    MonitorForm,
    | "toAccount"
    | "recipientIds"
    | "webhookUrl"
    | "webhookSecret"
    | "channels"
    | "digest"
    | "baselineMode"
    | "notifyRecovery"
  >;
type MessageFieldsProps = {
  form: MessageForm;
  onChange: (changed: Partial<MessageForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
  /** Whether the monitor has a webhook, so that its secret can change alone. Default: false. */
  hasWebhook?: boolean;
  /** Help under an empty webhook field. */
  emptyHelp?: string;
  /** Sends a sample to a saved channel. Missing for a new monitor. */
  onTest?: (channelId: string) => void;
};

/** The people, the channels and the address that get a message when the page changes. */
export function MessageFields(props: MessageFieldsProps) {
  const { form, onChange, error, onTest } = props;
  const { toAccount, recipientIds, channels, digest, baselineMode, notifyRecovery } = form;
  const { data } = useInfiniteQuery(recipientsQuery);
  const recipients = (data?.pages ?? []).flatMap((page) => page.recipients);
  const verified = recipients.filter(({ status }) => status === "verified");
  const choose = (id: string, isChosen: boolean): void =>
    onChange({ recipientIds: isChosen ? [...recipientIds, id] : recipientIds.filter((other) => other !== id) });
  return (
    <>
      <fieldset className={styles["group"]}>
        <legend>Mail</legend>
        <Switch isSelected={toAccount} onChange={(value) => onChange({ toAccount: value })}>
          To the address of the account
        </Switch>
        {verified.map(({ id, emailMasked }) => (
          <Switch key={id} isSelected={recipientIds.includes(id)} onChange={(isChosen) => choose(id, isChosen)}>
            To {emailMasked}
          </Switch>
        ))}
        <p className={styles["help"]}>
          Other addresses must be confirmed first. <Link to="/recipients">Add a recipient</Link>
        </p>
        <Select
          label="How often"
          value={digest}
          options={digestOptions}
          onChange={(value) => onChange({ digest: value })}
        />
      </fieldset>
      <QuietFields form={form} onChange={onChange} error={error} />
      <ChannelFields
        entries={channels}
        onChange={(next) => onChange({ channels: next })}
        error={error}
        {...(onTest && { onTest })}
      />
      <WebhookFields {...props} />
      <Switch
        isSelected={notifyRecovery ?? baselineMode === "fixed"}
        onChange={(value) => onChange({ notifyRecovery: value })}
      >
        Also say when a change is over
      </Switch>
    </>
  );
}

function WebhookFields(props: MessageFieldsProps) {
  const { form, onChange, error, hasWebhook = false, emptyHelp = "Leave it empty for none." } = props;
  const { webhookUrl, webhookSecret } = form;
  return (
    <>
      <TextField
        label="Webhook"
        value={webhookUrl}
        onChange={(value) => onChange({ webhookUrl: value })}
        placeholder="https://example.com/hooks/watchframe"
        help={`It gets a POST when the page changes and when it is as before. ${emptyHelp}`}
        error={problemOf(error, "alerts.webhook.url")}
      />
      {(hasWebhook || webhookUrl.trim() !== "" || webhookSecret !== "") && (
        <TextField
          label="Secret of the webhook (optional)"
          type="password"
          autoComplete="off"
          value={webhookSecret}
          onChange={(value) => onChange({ webhookSecret: value })}
          help={`It signs each message, so that the receiver can check it.${hasWebhook ? " Leave it empty to keep what is set." : ""}`}
          error={problemOf(error, "alerts.webhook.secret")}
        />
      )}
    </>
  );
}

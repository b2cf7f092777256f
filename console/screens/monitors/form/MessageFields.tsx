import { Link } from "@tanstack/react-router";
import { textAt, textsAt } from "../../../forms/draft.ts";
import { ChoiceAt, FlagAt, TextAt } from "../../../forms/fields.tsx";
import { useVerifiedRecipients } from "../../../api/useVerifiedRecipients.ts";
import { addressOf } from "../../../format/recipient.ts";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { SwitchList } from "../../../ui/fields/SwitchList.tsx";
import { ChannelFields } from "./ChannelFields.tsx";
import { digestOptions, recoveryPath } from "./choices.ts";
import type { FormPart } from "./monitorBody.ts";
import { QuietFields } from "./QuietFields.tsx";
import { TargetFields } from "./TargetFields.tsx";

type MessageFieldsProps = FormPart & {
  /** Sends a sample to a saved channel. Missing for a new monitor. */
  onTest?: (channelId: string) => void;
};

/** The people, the channels and the address that get a message when the page changes. */
export function MessageFields({ form, onTest }: MessageFieldsProps) {
  return (
    <>
      <MailFields form={form} />
      <TargetFields form={form} />
      <QuietFields form={form} />
      <ChannelFields form={form} {...(onTest && { onTest })} />
      <WebhookFields form={form} />
      <FlagAt form={form} path={recoveryPath} standard={textAt(form, "baselineMode") === "fixed"} />
    </>
  );
}

/** The people who get mails, and how often. */
export function MailFields({ form }: FormPart) {
  const recipients = useVerifiedRecipients() ?? [];
  return (
    <fieldset className="stack-3">
      <legend>Mail</legend>
      <FlagAt form={form} path="alerts.email.account" label="To the address of the account" standard />
      <SwitchList
        choices={recipients.map((recipient) => ({ id: recipient.id, label: `To ${addressOf(recipient)}` }))}
        chosenIds={textsAt(form, recipientPath)}
        onChosen={(ids) => form.set({ [recipientPath]: ids })}
      />
      <p className="small-print">
        Other addresses must be confirmed first. <Link to="/alerts">Add a recipient</Link>
      </p>
      <ChoiceAt form={form} path="alerts.digest" label="How often" options={digestOptions} standard="none" />
    </fieldset>
  );
}

const recipientPath = "alerts.email.recipientIds";
const webhookPath = "alerts.webhook";

/** The webhook. Its address and secret are write-only, so that empty fields keep what is set. */
function WebhookFields({ form }: FormPart) {
  const isSet = form.saved(`${webhookPath}.configured`) === true;
  const isRemoved = isSet && form.read(webhookPath) === "";
  const hasEntries = textAt(form, `${webhookPath}.url`) !== "" || textAt(form, `${webhookPath}.secret`) !== "";
  const keepHelp = isSet ? "A webhook is set. Leave this empty to keep it." : "Leave it empty for none.";
  const remove = (value: boolean): void => (value ? form.set({ [webhookPath]: null }) : form.forget(webhookPath));
  return (
    <>
      <TextAt
        form={form}
        path={`${webhookPath}.url`}
        label="Webhook"
        placeholder="https://example.com/hooks/watchframe"
        help={`It gets a POST when the page changes and when it is as before. ${keepHelp}`}
      />
      {(isSet || hasEntries) && (
        <TextAt
          form={form}
          path={`${webhookPath}.secret`}
          label="Secret of the webhook (optional)"
          type="password"
          autoComplete="off"
          help={`It signs each message, so that the receiver can check it.${isSet ? " Leave it empty to keep what is set." : ""}`}
        />
      )}
      {isSet && (
        <Switch isSelected={isRemoved} onChange={remove} isDisabled={hasEntries}>
          Remove the webhook
        </Switch>
      )}
    </>
  );
}

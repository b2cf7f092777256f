import { Switch } from "../../../ui/fields/Switch.tsx";
import type { SettingsForm } from "./settingsForm.ts";

type WebhookRemovalProps = { form: SettingsForm; onChange: (changed: Partial<SettingsForm>) => void };

/** Removes the webhook. A new address or secret keeps it, so then there is nothing to remove. */
export function WebhookRemoval({ form: { webhookUrl, webhookSecret, removesWebhook }, onChange }: WebhookRemovalProps) {
  const isReplaced = webhookUrl.trim() !== "" || webhookSecret.trim() !== "";
  return (
    <Switch
      isSelected={removesWebhook && !isReplaced}
      onChange={(value) => onChange({ removesWebhook: value })}
      isDisabled={isReplaced}
    >
      Remove the webhook
    </Switch>
  );
}

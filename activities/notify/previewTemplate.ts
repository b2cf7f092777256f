import { keysOf } from "#schemas/common.ts";
import { templateFields } from "#schemas/messageTemplate.ts";
import { ChannelType, type ChannelSettings } from "#schemas/monitor/channels.ts";
import type { TemplatePreview, TemplatePreviewRequest } from "#schemas/templatePreview.ts";
import type { AlertMessage } from "./alert/alertParts.ts";
import { detailsOf } from "./alert/templateValues.ts";
import { sampleAlert } from "./alert/sampleAlert.ts";
import { channelBuilders } from "./channels/channels.ts";
import { alertMail } from "./mail/alertMail.ts";

/** Settings of a channel that gets nothing. */
const noChannel: ChannelSettings = { url: "https://channel.example.com/topic", token: "1:token", chatId: "1" };

/** How a sample looks with a template, in each kind of channel. */
export function previewTemplate({
  template,
  type = "monitor.change_detected",
}: TemplatePreviewRequest): TemplatePreview {
  const { message, values } = sampleAlert(type, template ?? null);
  const { title, lead } = message;
  const details = detailsOf(message);
  return {
    title,
    text: details === "" ? lead : `${lead}\n\n${details}`,
    messages: [
      { channel: "email", body: mailOf(message) },
      ...ChannelType.enum.map((channel) => ({ channel, body: channelBuilders[channel](message, noChannel).body })),
    ],
    fields: keysOf(templateFields).map((name) => ({ name, about: templateFields[name].about, value: values[name] })),
  };
}

function mailOf(message: AlertMessage) {
  return { ...alertMail({ message, picture: null, captures: [], unsubscribe: message.see.url }) };
}

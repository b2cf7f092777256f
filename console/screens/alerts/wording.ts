import type { AlertType } from "#schemas/events.ts";
import type { MessageTemplate } from "#schemas/messageTemplate.ts";
import type { TemplatePreview } from "#schemas/templatePreview.ts";
import { channelKinds } from "../monitors/form/channels.ts";

/** The title and the text of a template in a form; empty for the usual wording. */
export type Words = { title: string; text: string };

const usualWords: Words = { title: "", text: "" };

/** The words of a saved template. */
export function wordsIn(template: MessageTemplate | null): Words {
  return { ...usualWords, ...template };
}

/** The template of a request. Null for the usual wording. */
export function templateOf({ title, text }: Words): MessageTemplate | null {
  if (title.trim() === "" && text.trim() === "") return null;
  return { ...(title.trim() !== "" && { title }), ...(text.trim() !== "" && { text }) };
}

/** Events that a sample may be about. */
export const sampleEvents = [
  { value: "monitor.change_detected", label: "A change" },
  { value: "monitor.failed", label: "Captures that fail" },
  { value: "monitor.failure_recovered", label: "Captures that work again" },
  { value: "monitor.paused", label: "A pause by the plan" },
] as const satisfies { value: AlertType; label: string }[];
export type SampleEvent = (typeof sampleEvents)[number]["value"];

type Channel = TemplatePreview["messages"][number]["channel"];

/** The name of a kind of channel. */
export function channelName(channel: Channel): string {
  return channel === "email" ? "Mail" : channelKinds[channel].label;
}

/** The body that a channel gets, as a text. */
export function sentText({ channel, body }: TemplatePreview["messages"][number]): string {
  return channel === "email" ? `${String(body["subject"])}\n\n${String(body["text"])}` : JSON.stringify(body, null, 2);
}

import { type Static, Type } from "typebox";

/** The meaning of a template's field. `of` says which messages have a value for it. */
type FieldEntry = { about: string; example: string; of: "all" | "changes" | "failures" };

/** Every field of a template. The check of templates, the API's description, the preview and the documents follow from it. */
export const templateFields = {
  "monitor.name": { of: "all", about: "Name of the monitor.", example: "Kettle" },
  "monitor.tags": { of: "all", about: "Tags of the monitor, separated by commas.", example: "shop, kettles" },
  "page.host": { of: "all", about: "Host of the page.", example: "shop.example.com" },
  "page.address": {
    of: "all",
    about: "Address of the page. Its host, if the account's setting `addresses` shows no address that leads to it.",
    example: "https://shop.example.com/kettle",
  },
  "page.title": { of: "all", about: "Title of the page; empty without one.", example: "Kettle – Shop" },
  "event.type": { of: "all", about: "Type of the event, as in webhooks.", example: "monitor.change_detected" },
  "event.title": { of: "all", about: "The usual title.", example: "Kettle: € 39.00 → € 34.00" },
  "event.text": {
    of: "all",
    about: "The usual first sentences.",
    example: "The page differs from its baseline. A second capture confirmed it.",
  },
  "event.details": {
    of: "all",
    about: "The lines that usually follow: reasons, changed words and measures.",
    example: "- € 39.00\n+ € 34.00\nChanged: 3.1 % of the picture (alerts on any visible change)",
  },
  "event.time": { of: "all", about: "Time in the account's time zone.", example: "21 Nov 2026, 12:00:00 UTC" },
  "event.link": {
    of: "all",
    about: "Address of the change, or of the monitor, in the console.",
    example: "https://watchframe.example.com/console/monitors/019a",
  },
  "change.summary": { of: "changes", about: "The change in one line.", example: "€ 39.00 → € 34.00" },
  "change.words": {
    of: "changes",
    about: "The changed words, a line each; empty without any.",
    example: "- € 39.00\n+ € 34.00",
  },
  "change.share": { of: "changes", about: "Share of the picture that changed.", example: "3.1 %" },
  "change.areas": { of: "changes", about: "Number of changed areas of the picture.", example: "1" },
  "value.name": { of: "changes", about: "Name of the value that alerted, by `alertWhen`.", example: "price" },
  "value.old": {
    of: "changes",
    about: "The value that alerted, before. Without `alertWhen`, the short text that changed.",
    example: "€ 39.00",
  },
  "value.new": { of: "changes", about: "The same after the change.", example: "€ 34.00" },
  "failure.reason": { of: "failures", about: "Why the capture failed.", example: "The page answered 503." },
  "failure.code": { of: "failures", about: "Code of the failure.", example: "page_status" },
  "failure.count": { of: "failures", about: "Captures that failed in a row.", example: "3" },
} as const satisfies Record<string, FieldEntry>;
export type TemplateField = keyof typeof templateFields;

/** The values of a message. Null for a field that it has no value for. */
export type TemplateValues = Record<TemplateField, string | null>;

const names = Object.keys(templateFields).map((name) => `\`${name}\``);

/** The wording of an alert target's messages. */
export const MessageTemplate = Type.Object(
  {
    title: Type.Optional(
      Type.String({ minLength: 1, maxLength: 200, description: "Subject of mails, and title of other messages." }),
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description: "In place of all between the title and the page, the picture and the links.",
      }),
    ),
  },
  {
    additionalProperties: false,
    minProperties: 1,
    description: `Plain text with fields such as \`{{monitor.name}}\`. A part keeps its usual wording in messages that have no value for one of its fields. The fields are ${names.join(", ")}.`,
  },
);
export type MessageTemplate = Static<typeof MessageTemplate>;

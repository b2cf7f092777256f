import { type Static, Type } from "typebox";
import { keysOf, literals, nullable } from "./common.ts";
import { AlertType } from "./events.ts";
import { MessageTemplate, templateFields } from "./messageTemplate.ts";
import { ChannelType } from "./monitor/channels.ts";

const noExtraFields = { additionalProperties: false } as const;

/** Body of `POST /alert-targets/preview`. */
export const TemplatePreviewRequest = Type.Object(
  {
    template: Type.Optional(MessageTemplate),
    type: Type.Optional(
      Type.Unsafe<AlertType>({
        ...AlertType,
        default: "monitor.change_detected",
        description: "Event that the sample is about.",
      }),
    ),
  },
  noExtraFields,
);
export type TemplatePreviewRequest = Static<typeof TemplatePreviewRequest>;

/** A field of templates, and its value in a sample. */
const PreviewField = Type.Object(
  {
    name: literals(keysOf(templateFields)),
    about: Type.String({ description: "Its meaning." }),
    value: nullable(Type.String(), "Its value in the sample. Null if messages about such an event have none."),
  },
  noExtraFields,
);

/** The body that a channel gets. */
const PreviewMessage = Type.Object(
  {
    channel: literals(["email", ...ChannelType.enum]),
    body: Type.Record(Type.String(), Type.Unknown(), {
      description: "The body of the request that sends it; of a mail, `subject`, `text` and `html`.",
    }),
  },
  noExtraFields,
);

/** How messages look with a template. */
export const TemplatePreview = Type.Object(
  {
    title: Type.String({ description: "The title, before a channel cuts and escapes it." }),
    text: Type.String({ description: "The text in the same way, without the page and the links." }),
    messages: Type.Array(PreviewMessage, { description: "The message for each kind of channel." }),
    fields: Type.Array(PreviewField, { description: "Every field of templates." }),
  },
  noExtraFields,
);
export type TemplatePreview = Static<typeof TemplatePreview>;

/** Reply of `POST /alert-targets/preview`. */
export const TemplatePreviewReply = Type.Object(
  { success: Type.Literal(true), preview: TemplatePreview },
  noExtraFields,
);

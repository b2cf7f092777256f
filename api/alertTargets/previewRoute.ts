import { previewTemplate } from "#activities/notify/previewTemplate.ts";
import { TemplatePreviewReply, TemplatePreviewRequest } from "#schemas/templatePreview.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { defineRoute } from "../http/route.ts";
import { problemsOfTemplate } from "./template.ts";

/** Shows how messages look with a template. */
export const previewAlertTemplate = defineRoute({
  tag: "Alert targets",
  errorShape: "submit",
  id: "previewAlertTemplate",
  client: { resource: "alertTargets", method: "preview", unwrap: "preview" },
  method: "POST",
  path: "/alert-targets/preview",
  summary: "Preview a template of messages",
  description:
    "Fills a template with examples, sends nothing and keeps nothing. The reply has what each kind of channel would get, and every field with its value. Without a template, it shows the usual wording.",
  auth: keyWith("read", "monitor"),
  body: TemplatePreviewRequest,
  example: {
    template: { title: "{{monitor.name}}: {{value.new}}", text: "It was {{value.old}}.\n{{event.link}}" },
  },
  responses: { 200: { description: "The sample in the words of the template.", json: TemplatePreviewReply } },
  errors: [],
  async handle({ body }) {
    const fields = problemsOfTemplate(body.template ?? {});
    if (fields.length > 0) throw new ApiError("validation_failed", { fields });
    return { status: 200, json: { success: true, preview: previewTemplate(body) } };
  },
});

import { isChange, isFailure } from "#rules/notifications.ts";
import type { AlertType } from "#schemas/events.ts";
import { keysOf } from "#schemas/common.ts";
import {
  type MessageTemplate,
  templateFields,
  type TemplateField,
  type TemplateValues,
} from "#schemas/messageTemplate.ts";
import type { AlertMessage } from "./alertParts.ts";
import { eventTextOf } from "./alertTexts.ts";
import { detailsOf } from "./templateValues.ts";
import { withTemplate } from "./withTemplate.ts";

/** A message of examples, in the words of a template, with the values that it had. */
export function sampleAlert(
  type: AlertType,
  template: MessageTemplate | null,
): { message: AlertMessage; values: TemplateValues } {
  const usual = usualSample(type);
  const values = sampleValues(usual);
  return { message: withTemplate(usual, template, values), values };
}

function usualSample(type: AlertType): AlertMessage {
  const text = eventTextOf(type, { reason: type === "monitor.change_recovered" ? "restored" : null });
  const showsChange = isChange(type);
  return {
    type,
    title: showsChange ? exampleOf("event.title") : text.title(exampleOf("monitor.name")),
    lead: text.lead,
    host: exampleOf("page.host"),
    pageUrl: exampleOf("page.address"),
    notes: isFailure(type) ? [["Why", exampleOf("failure.reason")]] : [],
    words: showsChange
      ? [
          { change: "removed", words: exampleOf("value.old") },
          { change: "added", words: exampleOf("value.new") },
        ]
      : [],
    facts: [
      ...(showsChange
        ? ([["Changed", `${exampleOf("change.share")} of the picture (alerts on any visible change)`]] as const)
        : []),
      ["When", exampleOf("event.time")],
    ],
    numbers: null,
    see: { label: showsChange ? "See what changed" : "Open the monitor", url: exampleOf("event.link") },
    actions: [],
    pictureUrl: null,
    at: new Date("2026-11-21T12:00:00Z"),
  };
}

function exampleOf(field: TemplateField): string {
  return templateFields[field].example;
}

/** The examples of the fields that messages about such an event have. */
function sampleValues(alert: AlertMessage): TemplateValues {
  const { type, title, lead } = alert;
  const has = { all: true, changes: isChange(type), failures: isFailure(type) } as const;
  return {
    ...mapFields((field) => (has[templateFields[field].of] ? exampleOf(field) : null)),
    "event.type": type,
    "event.title": title,
    "event.text": lead,
    "event.details": detailsOf(alert),
  };
}

/** A value for each field. The first signature is the type that the list has. */
function mapFields<Value>(valueOf: (field: TemplateField) => Value): Record<TemplateField, Value>;
function mapFields(valueOf: (field: TemplateField) => unknown): Record<string, unknown> {
  return Object.fromEntries(keysOf(templateFields).map((field) => [field, valueOf(field)]));
}

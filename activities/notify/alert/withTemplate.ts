import { fillTemplate } from "#rules/messageTemplate.ts";
import type { MessageTemplate, TemplateValues } from "#schemas/messageTemplate.ts";
import { cutChars } from "../../cut.ts";
import { oneLine } from "./changeFacts.ts";
import type { AlertMessage } from "./alertParts.ts";

/** Maximum characters of a filled template. Most services cut it further. */
const maxTitleChars = 250;
const maxTextChars = 3_000;

type Worded = Pick<AlertMessage, "title" | "lead" | "notes" | "words" | "facts">;

/**
 * The message in the words of a template. They are plain text, which each channel escapes like any other. A part without
 * a template stays as it is, and so does one that has no value for a field.
 */
export function withTemplate<Message extends Worded>(
  message: Message,
  template: MessageTemplate | null | undefined,
  values: TemplateValues,
): Message {
  const title = oneLine(filled(template?.title, values), maxTitleChars);
  const lead = cutChars(linesOf(filled(template?.text, values)), maxTextChars);
  return {
    ...message,
    ...(title !== "" && { title }),
    ...(lead !== "" && { lead, notes: [], words: [], facts: [] }),
  };
}

/** The filled part; empty if the usual one stays. */
function filled(part: string | undefined, values: TemplateValues): string {
  return part === undefined ? "" : (fillTemplate(part, values) ?? "");
}

/** The lines without characters that a service may interpret, such as those that change the text's direction. */
function linesOf(text: string): string {
  const lines = text.split(/\r\n|[\n\r]/u).map((line) => oneLine(line));
  return lines.join("\n").trim();
}

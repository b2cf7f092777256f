import { fieldsIn, hasLooseBraces } from "#rules/messageTemplate.ts";
import { cutSide, oneLine } from "#rules/oneLine.ts";
import { type FieldProblem, keysOf } from "#schemas/common.ts";
import { type MessageTemplate, templateFields } from "#schemas/messageTemplate.ts";
import { nearestNames } from "#schemas/nearestNames.ts";

const fieldNames = keysOf(templateFields);

/** Fields of a template that no message has, and braces around none. */
export function problemsOfTemplate(template: MessageTemplate): FieldProblem[] {
  const { title = "", text = "" } = template;
  return Object.entries({ title, text }).flatMap(([part, words]) =>
    messagesOf(words).map((message) => ({ field: `template.${part}`, message })),
  );
}

function messagesOf(words: string): string[] {
  const unknown = new Set(fieldsIn(words).filter((name) => !Object.hasOwn(templateFields, name)));
  return [
    ...Array.from(unknown, unknownMessage),
    ...(hasLooseBraces(words) ? ["has {{ or }} without a field; write one like {{monitor.name}}"] : []),
  ];
}

function unknownMessage(name: string): string {
  const near = nearestNames(name, fieldNames, 3);
  return `has the unknown field “${cutSide(oneLine(name))}”; the nearest are ${near.join(", ")}`;
}

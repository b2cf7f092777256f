import type { MappedElement } from "#schemas/extracts/elements.ts";
import { partsOf, textOf, withEntry } from "../forms/entries.ts";
import type { StepDraft, StepField, StepKind, StepModel } from "./model.ts";

/** Maximum characters of a target in a list. */
const maxTargetChars = 60;

/** The kind of a step. Undefined for a step that the API does not know. */
export function kindOfStep({ kinds }: StepModel, step: StepDraft): StepKind | undefined {
  return kinds.find(({ name }) => name in step);
}

/** A new step of a kind. It keeps the element of the step before, if both kinds have one. */
export function stepOf(kind: StepKind, before: StepDraft = {}): StepDraft {
  if (kind.own !== null) return { [kind.name]: "" };
  const target = Object.values(before)
    .map((value) => partsOf(value)["target"])
    .find((each) => each !== undefined);
  const hasTarget = kind.fields.some(({ name }) => name === "target");
  return { [kind.name]: hasTarget && target !== undefined ? { target } : {} };
}

/** The step with another entry. An empty text takes the entry away. */
export function withPart(step: StepDraft, kind: StepKind, [name, value]: [name: string, value: unknown]): StepDraft {
  if (kind.own !== null && name === kind.name) return { ...step, [name]: value };
  if (!kind.fields.some((field) => field.name === name)) return withEntry(step, name, value);
  return { ...step, [kind.name]: withEntry(partsOf(step[kind.name]), name, value) };
}

/** The words for a step, without its secret values: "Fill “Email”". */
export function describeStep(model: StepModel, step: StepDraft): string {
  const kind = kindOfStep(model, step);
  if (kind === undefined) return "Unknown step";
  const shown = kind.own === null ? targetText(step[kind.name], kind) : shownText(kind.own, step[kind.name]);
  return shown === "" ? kind.label : `${kind.label} ${shown.slice(0, maxTargetChars)}`;
}

function targetText(value: unknown, { fields }: StepKind): string {
  const parts = partsOf(value);
  const { target } = parts;
  if (typeof target === "string") return target;
  if (target !== undefined) {
    const { role, ...words } = partsOf(target);
    const named = Object.values(words).map((word) => `“${textOf(word)}”`);
    return [textOf(role), ...named].filter((part) => part !== "").join(" ");
  }
  const shown = fields.filter(({ kind, name }) => kind !== "secret" && parts[name] !== undefined);
  return shown.map(({ name }) => textOf(parts[name])).join(" ");
}

/** The text of an entry that is no secret. */
function shownText({ kind }: StepField, value: unknown): string {
  return kind === "secret" || kind === "code" ? "" : textOf(value);
}

/** The list with a step at another place. */
export function movedStep<Step>(steps: readonly Step[], from: number, to: number): readonly Step[] {
  const step = steps[from];
  const place = Math.max(0, Math.min(steps.length - 1, to));
  return step === undefined || place === from ? steps : steps.toSpliced(from, 1).toSpliced(place, 0, step);
}

/**
 * The target of a step for an element of a map: its label, or its role and name, if no other element has them. Else its
 * selector.
 */
export function targetFor(
  elements: readonly MappedElement[],
  { selector, label, role, name, takes, frame }: MappedElement,
): unknown {
  // A name of this length may be cut, and steps need the whole one.
  const isWhole = (name ?? "").length < 80;
  const isOnly = (isSame: (each: MappedElement) => boolean): boolean =>
    elements.filter((each) => each.frame === frame && isSame(each)).length === 1;
  if (takes !== undefined && label !== undefined && isOnly((each) => each.label?.includes(label) === true))
    return { label };
  if (role !== undefined && name !== undefined && isWhole && isOnly((each) => each.role === role && each.name === name))
    return { role, name };
  return selector;
}

/** The kind of step that a click on an element of a picture stands for. */
export function kindFor({ takes }: Pick<MappedElement, "takes">): string {
  if (takes === undefined) return "click";
  return { text: "fill", option: "select", check: "check" }[takes];
}

/** Roles of elements that take a click. */
const clickedRoles: ReadonlySet<string> = new Set(["button", "link", "tab", "menuitem", "option"]);

/**
 * The element that a visitor means by a click on an element: the field of a label, the button or link around a text. The
 * element itself without one.
 */
export function meantElement(elements: readonly MappedElement[], index: number): MappedElement | undefined {
  const element = elements[index];
  if (element === undefined || element.takes !== undefined) return element;
  for (let each: MappedElement | undefined = element; each !== undefined; each = elements[each.parent]) {
    if (each.tag === "label") return labelled(elements, each) ?? element;
    if (clickedRoles.has(each.role ?? "")) return each;
  }
  return element;
}

/** The field of a label. */
function labelled(elements: readonly MappedElement[], label: MappedElement): MappedElement | undefined {
  const at = elements.indexOf(label);
  const inside = elements.find(({ parent, takes }) => parent === at && takes !== undefined);
  const { frame, text } = label;
  return inside ?? elements.find((each) => each.frame === frame && each.label !== undefined && each.label === text);
}

/** The step that a click on an element of a picture records. */
export function recordedStep(elements: readonly MappedElement[], element: MappedElement): StepDraft {
  const { frame } = element;
  return { [kindFor(element)]: { target: targetFor(elements, element), ...(frame !== undefined && { frame }) } };
}

/** Names of the pictures that a trial adds. */
export const triedPicture = (index: number): string => `tried-${index + 1}`;

/**
 * The steps with a picture after each of the last ones, as many as a capture may take. The last step needs none, as the
 * capture itself shows the page after it.
 */
export function withPictures(steps: readonly StepDraft[], maxPictures: number): StepDraft[] {
  const room = maxPictures - steps.filter((step) => "screenshot" in step).length;
  const first = steps.length - 1 - room;
  return steps.flatMap((step, index) => {
    const isShown = index >= first && index < steps.length - 1 && !("screenshot" in step);
    return isShown ? [{ ...step }, { screenshot: triedPicture(index) }] : [{ ...step }];
  });
}

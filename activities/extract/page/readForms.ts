import type { CallToAction, Form, FormField } from "#schemas/extracts/structure.ts";
import { isButton, isControl, isFilled, itemText, judgingLooks, looksLikeButton, statedName } from "./looks.ts";
import { isTransparent } from "./paint.ts";
import { explicitRole } from "./readLandmarks.ts";
import { linkRegion, parentAcross, type Surroundings, surroundings } from "./readLinks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { absoluteUrl, attribute, baseAddress, ownGetter, type PageFunction, plainText } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

/** A form as the page gives it. */
export type FormRead = Form;

/** A control that takes something in. */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Runs in the page: its forms and the controls outside any. What is in a control is never read. */
export function readForms(items: readonly PageItem[], limit: number): FormRead[] {
  const forms = new Map<Element | null, FormRead>();
  for (const { element } of items) {
    if (element instanceof HTMLFormElement && forms.size < limit) forms.set(element, emptyForm(element));
  }
  const labels = labelsByControl(items);
  const loose: FormRead = { action: null, method: null, label: null, fields: [] };
  for (const item of items) {
    const field = fieldOf(item, labels);
    if (field === null) continue;
    const owner = ownerOf(item);
    const form = owner === null ? loose : forms.get(owner);
    // One beyond the bound, so that what is cut shows.
    if (form !== undefined && form.fields.length <= 200) addField(form.fields, field);
  }
  return [...forms.values(), ...(loose.fields.length > 0 ? [loose] : [])];
}

/** Runs in the page: the labels of each control. To ask each control for them takes a walk through the page every time. */
function labelsByControl(items: readonly PageItem[]): Map<Element, Element[]> {
  const found = new Map<Element, Element[]>();
  for (const { element } of items) {
    const control = element instanceof HTMLLabelElement ? element.control : null;
    if (control !== null) found.set(control, [...(found.get(control) ?? []), element]);
  }
  return found;
}

/** Runs in the page: a form without its controls. */
function emptyForm(form: HTMLFormElement): FormRead {
  const method = attribute(form, "method")?.trim().toLowerCase();
  const base = baseAddress();
  const action = attribute(form, "action");
  const target =
    action === null || action.trim() === "" ? String(ownGetter(Document.prototype, "URL", document)) : action;
  const address = absoluteUrl(target, base);
  return {
    action: address === null || address.length > 8192 ? null : address,
    method: method === "post" || method === "dialog" ? method : "get",
    label: statedName(form),
    fields: [],
  };
}

/** Runs in the page: the form that a control belongs to, or that it stands in. */
function ownerOf({ element, parent }: PageItem): Element | null {
  if (isNativeControl(element) && element.form !== null) return element.form;
  for (let around = parent; around !== null; around = around.parent)
    if (around.element instanceof HTMLFormElement) return around.element;
  return null;
}

/** Runs in the page: whether an element is one of HTML's own controls. */
function isNativeControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

/** Runs in the page: what a control asks for; null where an element is none, or a button. */
function fieldOf({ element, tag }: PageItem, labels: Map<Element, Element[]>): FormField | null {
  const role = explicitRole(element);
  const isOwnMaking = /^(?:textbox|searchbox|combobox|listbox|checkbox|radio|switch|slider|spinbutton)$/u.test(role);
  const native = isNativeControl(element) ? element : null;
  if (native === null && (!isOwnMaking || tag === "button")) return null;
  const type = native instanceof HTMLInputElement ? native.type : native === null ? role : tag;
  if (/^(?:submit|button|reset|image)$/u.test(type)) return null;
  return {
    name: shortAttribute(element, "name", 200),
    type,
    label: type === "hidden" ? null : labelOf(element, native, labels.get(element) ?? []),
    placeholder: shortAttribute(element, "placeholder", 200),
    required: native?.required === true || attribute(element, "aria-required") === "true",
    autocomplete: shortAttribute(element, "autocomplete", 100),
    options: native instanceof HTMLSelectElement ? native.options.length : type === "radio" ? 1 : null,
  };
}

/** Runs in the page: the words that name a control. */
function labelOf(element: Element, native: Control | null, labels: readonly Element[]): string | null {
  if (attribute(element, "aria-labelledby") !== null || attribute(element, "aria-label") !== null)
    return statedName(element);
  if (native instanceof HTMLInputElement && native.type === "radio") return groupLabel(native) ?? statedName(element);
  const words = labels
    .slice(0, 5)
    .map((label) => itemText(label, 300))
    .filter((text) => text !== "");
  return words.length > 0 ? words.join(" ") : statedName(element);
}

/** Runs in the page: what a radio button's group is called. */
function groupLabel(radio: HTMLInputElement): string | null {
  const group = radio.closest("fieldset, [role=radiogroup]");
  const legend = Array.from(group?.children ?? []).find((child) => child.localName === "legend");
  const words = legend === undefined ? "" : itemText(legend, 300);
  return words === "" && group !== null ? statedName(group) : words || null;
}

/** Runs in the page: adds a field; radio buttons of one name are one field, named by what groups them. */
function addField(fields: FormField[], field: FormField): void {
  const group = fields.find(({ type, name }) => type === "radio" && name !== null && name === field.name);
  if (field.type !== "radio" || group === undefined) fields.push(field);
  else group.options = (group.options ?? 0) + 1;
}

/** The functions of this file. */
export const readingForms: readonly PageFunction[] = [
  addField,
  emptyForm,
  fieldOf,
  groupLabel,
  isNativeControl,
  labelOf,
  labelsByControl,
  ownerOf,
  readForms,
];

/** Runs in the page: what asks its reader to act: buttons that look like buttons, links that do, and what sends a form. */
export function readCallsToAction(told: readonly PageItem[], limit: number): CallToAction[] {
  const base = baseAddress();
  const regions = new Map<Element, Surroundings>();
  const found = new Map<string, CallToAction>();
  for (const item of told) {
    if (found.size >= limit) break;
    if (!item.visible || item.style === null || !isControl(item)) continue;
    const kind = callKind(item);
    if (kind !== "submit" && !looksLikeButton(item)) continue;
    const text = callText(item.element);
    if (text === "" || text.length > 100) continue;
    const href = kind === "link" ? absoluteUrl(attribute(item.element, "href"), base) : null;
    const key = `${kind} ${href ?? ""} ${text}`;
    if ((href ?? "").length > 8192 || found.has(key)) continue;
    found.set(key, { text, href, kind, filled: isFilled(item.style), region: linkRegion(item.element, regions) });
  }
  return [...found.values()];
}

/** Runs in the page: what a call does. */
function callKind({ element, tag }: PageItem): CallToAction["kind"] {
  const sends =
    (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
    element.type === "submit" &&
    element.form !== null;
  if (sends) return "submit";
  return isButton(element, tag) ? "button" : "link";
}

/** Runs in the page: what a button or link says. */
function callText(element: Element): string {
  const limit = 200;
  const shown = itemText(element, limit);
  if (shown !== "") return shown;
  // The words on an input are its attribute; what a reader wrote would be its property.
  const written = element instanceof HTMLInputElement ? plainText(attribute(element, "value"), limit) : "";
  return written || (statedName(element) ?? "");
}

/** What `readCallsToAction` uses beyond what is shared. */
export const readingCalls: readonly PageFunction[] = [
  ...judgingLooks,
  callKind,
  callText,
  isTransparent,
  linkRegion,
  parentAcross,
  readCallsToAction,
  surroundings,
];

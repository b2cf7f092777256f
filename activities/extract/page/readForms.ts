import type { CallToAction, Form, FormField } from "#schemas/extracts/structure.ts";
import { isButton, isControl, isFilled, itemText, lookDependencies, looksLikeButton, accessibleName } from "./looks.ts";
import { isTransparent } from "./paint.ts";
import { explicitRole } from "./readLandmarks.ts";
import { linkRegion, composedParent, type RegionContext, regionInside } from "./readLinks.ts";
import { shortAttribute } from "./readMetadata.ts";
import { absoluteUrl, attribute, baseAddress, ownGetter, type PageFunction, plainText } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

/** A form, as the page gives it. */
export type FormRead = Form;

/** A native control with a value. */
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Forms, and controls outside any form. Values of controls are never read. */
export function readForms(items: readonly PageItem[], limit: number): FormRead[] {
  const forms = new Map<Element | null, FormRead>();
  for (const { element } of items) {
    if (element instanceof HTMLFormElement && forms.size < limit) forms.set(element, emptyForm(element));
  }
  const labels = labelsByControl(items);
  const formless: FormRead = { action: null, method: null, label: null, fields: [] };
  for (const item of items) {
    const field = fieldOf(item, labels);
    if (field === null) continue;
    const owner = formOf(item);
    const form = owner === null ? formless : forms.get(owner);
    // Read one beyond the limit, so that `readStructure` notices the cut.
    if (form !== undefined && form.fields.length <= 200) addField(form.fields, field);
  }
  return [...forms.values(), ...(formless.fields.length > 0 ? [formless] : [])];
}

/** The labels of each control. `control.labels` would walk the page once per control. */
export function labelsByControl(items: readonly PageItem[]): Map<Element, Element[]> {
  const found = new Map<Element, Element[]>();
  for (const { element } of items) {
    const control = element instanceof HTMLLabelElement ? element.control : null;
    if (control !== null) found.set(control, [...(found.get(control) ?? []), element]);
  }
  return found;
}

/** A form without its fields. */
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
    label: accessibleName(form),
    fields: [],
  };
}

/** The form that a control belongs to, or the form around it. */
function formOf({ element, parent }: PageItem): Element | null {
  if (isNativeControl(element) && element.form !== null) return element.form;
  for (let ancestor = parent; ancestor !== null; ancestor = ancestor.parent)
    if (ancestor.element instanceof HTMLFormElement) return ancestor.element;
  return null;
}

/** Whether an element is a native control. */
function isNativeControl(element: Element): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

/** A control as a form field; null for buttons and other elements. */
function fieldOf({ element, tag }: PageItem, labels: Map<Element, Element[]>): FormField | null {
  const role = explicitRole(element);
  const isAriaControl = /^(?:textbox|searchbox|combobox|listbox|checkbox|radio|switch|slider|spinbutton)$/u.test(role);
  const native = isNativeControl(element) ? element : null;
  if (native === null && (!isAriaControl || tag === "button")) return null;
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

/** The name of a control. */
export function labelOf(element: Element, native: Control | null, labels: readonly Element[]): string | null {
  if (attribute(element, "aria-labelledby") !== null || attribute(element, "aria-label") !== null)
    return accessibleName(element);
  if (native instanceof HTMLInputElement && native.type === "radio")
    return groupLabel(native) ?? accessibleName(element);
  const labelText = labels
    .slice(0, 5)
    .map((label) => itemText(label, 300))
    .filter((text) => text !== "");
  return labelText.length > 0 ? labelText.join(" ") : accessibleName(element);
}

/** The name of a radio button's group. */
function groupLabel(radio: HTMLInputElement): string | null {
  const group = radio.closest("fieldset, [role=radiogroup]");
  const legend = Array.from(group?.children ?? []).find((child) => child.localName === "legend");
  const legendText = legend === undefined ? "" : itemText(legend, 300);
  return legendText === "" && group !== null ? accessibleName(group) : legendText || null;
}

/** Adds a field. Radio buttons of one name become one field. */
function addField(fields: FormField[], field: FormField): void {
  const group = fields.find(({ type, name }) => type === "radio" && name !== null && name === field.name);
  if (field.type !== "radio" || group === undefined) fields.push(field);
  else group.options = (group.options ?? 0) + 1;
}

/** Dependencies of `readForms`. */
export const formDependencies: readonly PageFunction[] = [
  addField,
  emptyForm,
  fieldOf,
  groupLabel,
  isNativeControl,
  labelOf,
  labelsByControl,
  formOf,
  readForms,
];

/** Buttons and links that look like buttons, and submit controls. */
export function readCallsToAction(exposed: readonly PageItem[], limit: number): CallToAction[] {
  const base = baseAddress();
  const regions = new Map<Element, RegionContext>();
  const calls = new Map<string, CallToAction>();
  for (const item of exposed) {
    if (calls.size >= limit) break;
    if (!item.visible || item.style === null || !isControl(item)) continue;
    const kind = callKind(item);
    if (kind !== "submit" && !looksLikeButton(item)) continue;
    const text = callText(item.element);
    if (text === "" || text.length > 100) continue;
    const href = kind === "link" ? absoluteUrl(attribute(item.element, "href"), base) : null;
    const key = `${kind} ${href ?? ""} ${text}`;
    if ((href ?? "").length > 8192 || calls.has(key)) continue;
    calls.set(key, { text, href, kind, filled: isFilled(item.style), region: linkRegion(item.element, regions) });
  }
  return [...calls.values()];
}

/** Whether a call is a submit control, a button or a link. */
function callKind({ element, tag }: PageItem): CallToAction["kind"] {
  const isSubmit =
    (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) &&
    element.type === "submit" &&
    element.form !== null;
  if (isSubmit) return "submit";
  return isButton(element, tag) ? "button" : "link";
}

/** The text of a button or link. */
function callText(element: Element): string {
  const limit = 200;
  const shown = itemText(element, limit);
  if (shown !== "") return shown;
  // The attribute is the author's text. The property may be the visitor's.
  const written = element instanceof HTMLInputElement ? plainText(attribute(element, "value"), limit) : "";
  return written || (accessibleName(element) ?? "");
}

/** Dependencies of `readCallsToAction` beyond `sharedDependencies`. */
export const callToActionDependencies: readonly PageFunction[] = [
  ...lookDependencies,
  callKind,
  callText,
  isTransparent,
  linkRegion,
  composedParent,
  readCallsToAction,
  regionInside,
];

import type { ElementHandle, Locator, Page } from "puppeteer";
import { StepProblem } from "./stepProblem.ts";

/** Characters from which on typing a text takes too long. */
const minLongChars = 101;

/** A field, by both ways in which puppeteer acts on it. */
type Field = { page: Page; field: ElementHandle; locator: Locator<Element> };

/**
 * Replaces the text of a field by keys, as a visitor does.
 * @throws StepProblem if a frame takes the focus. The browser sends keys to whatever has it, so a stranger's frame could read
 * the value. It has one character at most.
 */
export async function typeValue({ page, field, locator }: Field, value: string, signal: AbortSignal): Promise<void> {
  const isTyped = await field.evaluate(takesKeys, value);
  if (!isTyped || value.length >= minLongChars) return fillBoth(locator, value, signal);
  // An empty text is set by script. Puppeteer waits for the field before.
  await locator.fill("", { signal, typingThreshold: 0 });
  await field.focus();
  for (const char of value) {
    signal.throwIfAborted();
    if (!(await field.evaluate(hasFocusInFrame)))
      throw new StepProblem("a frame took the focus, so the field gets no more");
    await page.keyboard.type(char);
  }
}

/** Puppeteer sets a long text by script, which frameworks don't notice. So the last character is typed. */
async function fillBoth(locator: Locator<Element>, value: string, signal: AbortSignal): Promise<void> {
  if (value.length >= minLongChars) await locator.fill(value.slice(0, -1), { signal });
  await locator.fill(value, { signal, typingThreshold: Infinity });
}

/** Whether a field takes this text by keys. Puppeteer fills in or refuses the others. Runs in the page. */
function takesKeys(element: Element, value: string): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  if (!(element instanceof HTMLInputElement)) return element instanceof HTMLElement && element.isContentEditable;
  const probe = document.createElement("input");
  probe.type = element.type;
  probe.value = value;
  const types = new Set(["text", "url", "tel", "search", "password", "number", "email"]);
  return types.has(element.type) && !element.readOnly && probe.value !== "";
}

/** Whether keys go to this document, and to no frame in it. Runs in the page. */
function hasFocusInFrame(element: Element): boolean {
  let active = element.ownerDocument.activeElement;
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement;
  const isFrame = active?.matches("iframe, frame, object, embed, fencedframe") === true;
  return element.ownerDocument.hasFocus() && !isFrame;
}

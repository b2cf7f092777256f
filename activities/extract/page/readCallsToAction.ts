import type { PageFunction } from "../extractor.ts";
import type { CallToAction } from "#schemas/extracts/structure.ts";
import { itemText, statedName } from "./itemText.ts";
import { isButton, isControl, isFilled, judgingLooks, looksLikeButton } from "./looks.ts";
import { isTransparent } from "./paint.ts";
import { linkRegion, parentAcross, type Surroundings, surroundings } from "./readLinks.ts";
import { absoluteUrl, attribute, baseAddress, plainText } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

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

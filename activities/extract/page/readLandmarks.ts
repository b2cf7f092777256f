import type { Landmark } from "#schemas/extracts/structure.ts";
import { statedName } from "./looks.ts";
import { attribute, type PageFunction } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

/** Runs in the page: its landmarks, by `role` and by what HTML means (HTML Accessibility API Mappings 1.0, section 3.5). */
export function readLandmarks(told: readonly PageItem[], limit: number): Landmark[] {
  const found: Landmark[] = [];
  for (const item of told) {
    if (found.length >= limit) break;
    const explicit = explicitRole(item.element);
    const role = explicit === "" ? impliedLandmark(item) : landmarkRole(explicit);
    if (role === null) continue;
    const label = statedName(item.element);
    // A region without a name is no landmark.
    if (label === null && (role === "region" || (role === "form" && explicit === ""))) continue;
    found.push({ role, label, element: item.tag });
  }
  return found;
}

/** Runs in the page: the first role that an element states, or nothing. */
export function explicitRole(element: Element): string {
  return (attribute(element, "role") ?? "").trim().toLowerCase().split(/\s+/u)[0] ?? "";
}

/** Runs in the page: a stated role where it is a landmark. */
function landmarkRole(role: string): Landmark["role"] | null {
  const roles = ["banner", "navigation", "main", "complementary", "contentinfo", "search", "form", "region"] as const;
  return roles.find((each) => each === role) ?? null;
}

/** Runs in the page: the landmark that an element is without saying so. */
function impliedLandmark(item: PageItem): Landmark["role"] | null {
  const { tag } = item;
  if (tag === "nav") return "navigation";
  if (tag === "main" || tag === "search" || tag === "form") return tag;
  if (tag === "section") return "region";
  if (tag === "header") return isInSection(item, "all") ? null : "banner";
  if (tag === "footer") return isInSection(item, "all") ? null : "contentinfo";
  if (tag !== "aside") return null;
  // Inside an article it is a part of that, unless it has a name.
  return isInSection(item, "sections") && statedName(item.element) === null ? null : "complementary";
}

/** Runs in the page: whether an element is in a part of the page, so that its header or footer is not the page's. */
function isInSection(item: PageItem, kind: "all" | "sections"): boolean {
  const tags = kind === "all" ? /^(?:article|aside|main|nav|section)$/u : /^(?:article|aside|nav|section)$/u;
  const roles = /^(?:article|complementary|main|navigation|region)$/u;
  for (let around = item.parent; around !== null; around = around.parent) {
    const role = explicitRole(around.element);
    if (role === "" ? tags.test(around.tag) : roles.test(role)) return true;
  }
  return false;
}

/** The functions of this file. */
export const readingLandmarks: readonly PageFunction[] = [
  explicitRole,
  impliedLandmark,
  isInSection,
  landmarkRole,
  readLandmarks,
];

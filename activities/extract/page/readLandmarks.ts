import type { Landmark } from "#schemas/extracts/structure.ts";
import { accessibleName } from "./looks.ts";
import { attribute, type PageFunction } from "./safeDom.ts";
import type { PageItem } from "./survey.ts";

/** Landmarks by `role` and by tag (HTML Accessibility API Mappings 1.0, section 3.5). */
export function readLandmarks(exposed: readonly PageItem[], limit: number): Landmark[] {
  const landmarks: Landmark[] = [];
  for (const item of exposed) {
    if (landmarks.length >= limit) break;
    const explicit = explicitRole(item.element);
    const role = explicit === "" ? impliedLandmark(item) : landmarkRole(explicit);
    if (role === null) continue;
    const label = accessibleName(item.element);
    // A region without a name is not a landmark.
    if (label === null && (role === "region" || (role === "form" && explicit === ""))) continue;
    landmarks.push({ role, label, element: item.tag });
  }
  return landmarks;
}

/** The first role of an element, or an empty string. */
export function explicitRole(element: Element): string {
  return (attribute(element, "role") ?? "").trim().toLowerCase().split(/\s+/u)[0] ?? "";
}

/** A role if it is a landmark, else null. */
function landmarkRole(role: string): Landmark["role"] | null {
  const roles = ["banner", "navigation", "main", "complementary", "contentinfo", "search", "form", "region"] as const;
  return roles.find((each) => each === role) ?? null;
}

/** The landmark that an element's tag implies. */
function impliedLandmark(item: PageItem): Landmark["role"] | null {
  const { tag } = item;
  if (tag === "nav") return "navigation";
  if (tag === "main" || tag === "search" || tag === "form") return tag;
  if (tag === "section") return "region";
  if (tag === "header") return isInSection(item, "all") ? null : "banner";
  if (tag === "footer") return isInSection(item, "all") ? null : "contentinfo";
  if (tag !== "aside") return null;
  // Inside an article, an `<aside>` without a name belongs to the article.
  return isInSection(item, "sections") && accessibleName(item.element) === null ? null : "complementary";
}

/** Whether an element is inside a section, so that its header or footer is not the page's. */
function isInSection(item: PageItem, kind: "all" | "sections"): boolean {
  const tags = kind === "all" ? /^(?:article|aside|main|nav|section)$/u : /^(?:article|aside|nav|section)$/u;
  const roles = /^(?:article|complementary|main|navigation|region)$/u;
  for (let ancestor = item.parent; ancestor !== null; ancestor = ancestor.parent) {
    const role = explicitRole(ancestor.element);
    if (role === "" ? tags.test(ancestor.tag) : roles.test(role)) return true;
  }
  return false;
}

/** Dependencies of `readLandmarks`. */
export const landmarkDependencies: readonly PageFunction[] = [
  explicitRole,
  impliedLandmark,
  isInSection,
  landmarkRole,
  readLandmarks,
];

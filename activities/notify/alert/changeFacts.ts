import type { RegionChange, RunFindings } from "#schemas/monitor/run.ts";
import { overlapArea } from "../../compare/changedAreas.ts";
import { cutChars } from "../../cut.ts";

/** A fact of a message. */
export type Fact = readonly [label: string, value: string];

/** "Changed: 12.3 %". */
export function factLines(facts: readonly Fact[]): string[] {
  return facts.map(([label, value]) => `${label}: ${value}`);
}

/** Maximum number of regions or boxes in one fact. */
const maxItems = 5;
/** Maximum characters of a region's name. */
const maxNameChars = 80;

/**
 * Describes where a page changed: the added, removed and changed regions. Changed boxes outside all regions appear with their
 * coordinates. Without recorded regions, all boxes do.
 */
export function changeFacts(findings: RunFindings): Fact[] {
  const { regions, regionsTruncated, pageRegions = [] } = findings;
  const boxesOutside = regions.filter(({ region }) => region === undefined);
  const inRegions = regionFacts(pageRegions);
  const names = regions.flatMap(({ region }) => (region === undefined ? [] : [oneLine(region, maxNameChars)]));
  const named = inRegions.length > 0 ? inRegions : factOf("Where", names);
  return [...named, ...factOf(named.length > 0 ? "Elsewhere" : "Where", boxesOutside.map(boxText), regionsTruncated)];
}

function regionFacts(pageRegions: readonly RegionChange[]): Fact[] {
  const shownRegions = pageRegions.map((region) => ({ ...region, label: oneLine(region.label, maxNameChars) }));
  const of = (status: RegionChange["status"]) => shownRegions.filter((region) => region.status === status);
  const [addedRegions, removedRegions] = [outermost(of("added")), outermost(of("removed"))];
  // The pixels of a moved region were compared with other content, so they do not show a change of the region.
  const changedRegions = innermost(
    of("changed").filter(({ changes, previousLabel }) => !changes.includes("moved") || previousLabel !== undefined),
    [...addedRegions, ...removedRegions],
  );
  const facts = [
    ...factOf("Added", addedRegions.map(nameOf)),
    ...factOf("Removed", removedRegions.map(nameOf)),
    ...factOf("What changed", changedRegions.map(changeOf)),
  ];
  if (facts.length > 0) return facts;
  const moved = shownRegions.filter(({ changes }) => changes.includes("moved") || changes.includes("resized"));
  return factOf("Moved or resized", innermost(moved, []).map(nameOf));
}

function factOf(label: string, items: readonly string[], hasMore = false): Fact[] {
  const unique = [...new Set(items)];
  if (unique.length === 0) return [];
  const omitted = unique.length - maxItems;
  const rest = hasMore ? ["and more"] : omitted > 0 ? [`and ${omitted} more`] : [];
  return [[label, [...unique.slice(0, maxItems), ...rest].join(" · ")]];
}

/** The regions that are inside no other named region of the list. */
function outermost(regions: readonly RegionChange[]): RegionChange[] {
  return regions.filter((region) => !regions.some((other) => isNamed(other) && isInside(region, other)));
}

/** The regions that contain no other region of the list and none of `causes`, which explain their change. */
function innermost(regions: readonly RegionChange[], causes: readonly RegionChange[]): RegionChange[] {
  return regions.filter((region) => ![...regions, ...causes].some((other) => isInside(other, region)));
}

/** Whether at least 90 % of `one` is in the larger region `other`. Text may be as large as the region around it. */
function isInside(one: RegionChange, other: RegionChange): boolean {
  const [area, otherArea] = [one.width * one.height, other.width * other.height];
  return (
    one !== other && overlapArea(one, other) >= 0.9 * area && (area < otherArea || (isText(one) && !isText(other)))
  );
}

function isText({ role }: RegionChange): boolean {
  return role === "text";
}

function isNamed({ label, role }: RegionChange): boolean {
  return label !== "" && label !== role;
}

function nameOf(region: RegionChange): string {
  return isNamed(region) ? region.label : `${region.role || "region"}, ${boxText(region)}`;
}

function changeOf(region: RegionChange): string {
  const { previousLabel, within } = region;
  const was = previousLabel === undefined ? "" : ` (was: ${oneLine(previousLabel, maxNameChars)})`;
  return `${nameOf(region)}${was}${within === undefined ? "" : `, in ${oneLine(within, maxNameChars)}`}`;
}

function boxText({ x, y, width, height, status }: RunFindings["regions"][number] | RegionChange): string {
  const [across, down, left, top] = [width, height, x, y].map((pixels) => pixels.toLocaleString("en"));
  const suffix = status === "added" || status === "removed" ? ` (${status})` : "";
  return `${across} × ${down} pixels at x ${left}, y ${top}${suffix}`;
}

/**
 * Makes a text safe for one line: names may contain line breaks or characters that change the text's direction. Cuts it
 * to `maxChars`, if given.
 */
export function oneLine(text: string, maxChars = Number.POSITIVE_INFINITY): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();
  return cutChars(line, maxChars);
}

import type { RegionChange, RunFindings } from "#schemas/run.ts";
import { overlapArea } from "../../compare/changedAreas.ts";

/** A label and what stands beside it in a mail. */
export type Fact = readonly [label: string, value: string];

/** Places that one fact names at most. */
const maxPlaces = 5;

/**
 * Where a page changed, in words: what was added, removed and changed. Boxes that no region holds are told by their
 * coordinates; so are all of them where the page's regions are not recorded.
 */
export function changePlaces(findings: RunFindings): Fact[] {
  const { regions, regionsTruncated, pageRegions = [] } = findings;
  const nameless = regions.filter(({ region }) => region === undefined);
  const inRegions = regionFacts(pageRegions);
  const names = regions.flatMap(({ region }) => (region === undefined ? [] : [oneLine(region).slice(0, 80)]));
  const told = inRegions.length > 0 ? inRegions : factOf("Where", names);
  return [...told, ...factOf(told.length > 0 ? "Elsewhere" : "Where", nameless.map(boxText), regionsTruncated)];
}

function regionFacts(pageRegions: readonly RegionChange[]): Fact[] {
  const shown = pageRegions.map((region) => ({ ...region, label: oneLine(region.label).slice(0, 80) }));
  const of = (status: RegionChange["status"]) => shown.filter((region) => region.status === status);
  const [added, removed] = [outermost(of("added")), outermost(of("removed"))];
  // A region that moved is compared with what stood in its new place, so its pixels say nothing of itself.
  const changed = innermost(
    of("changed").filter(({ changes, previousLabel }) => !changes.includes("moved") || previousLabel !== undefined),
    [...added, ...removed],
  );
  const facts = [
    ...factOf("Added", added.map(nameOf)),
    ...factOf("Removed", removed.map(nameOf)),
    ...factOf("What changed", changed.map(changeOf)),
  ];
  if (facts.length > 0) return facts;
  const moved = shown.filter(({ changes }) => changes.includes("moved") || changes.includes("resized"));
  return factOf("Moved or resized", innermost(moved, []).map(nameOf));
}

function factOf(label: string, places: readonly string[], more = false): Fact[] {
  const each = [...new Set(places)];
  if (each.length === 0) return [];
  const left = each.length - maxPlaces;
  const rest = more ? ["and more"] : left > 0 ? [`and ${left} more`] : [];
  return [[label, [...each.slice(0, maxPlaces), ...(left > 0 || more ? rest : [])].join(" · ")]];
}

/** Regions that lie in no other of them that has a name. */
function outermost(regions: readonly RegionChange[]): RegionChange[] {
  return regions.filter((region) => !regions.some((other) => isNamed(other) && liesIn(region, other)));
}

/** Regions that hold none of the others, nor of what explains their change. */
function innermost(regions: readonly RegionChange[], causes: readonly RegionChange[]): RegionChange[] {
  return regions.filter((region) => ![...regions, ...causes].some((other) => liesIn(other, region)));
}

function liesIn(one: RegionChange, other: RegionChange): boolean {
  const [size, room] = [one.width * one.height, other.width * other.height];
  return one !== other && overlapArea(one, other) >= 0.9 * size && (size < room || (isText(one) && !isText(other)));
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
  const was = previousLabel === undefined ? "" : ` (was: ${oneLine(previousLabel).slice(0, 80)})`;
  return `${nameOf(region)}${was}${within === undefined ? "" : `, in ${oneLine(within).slice(0, 80)}`}`;
}

function boxText({ x, y, width, height, status }: RunFindings["regions"][number] | RegionChange): string {
  const [across, down, left, top] = [width, height, x, y].map((pixels) => pixels.toLocaleString("en"));
  const what = status === "added" || status === "removed" ? ` (${status})` : "";
  return `${across} × ${down} pixels at x ${left}, y ${top}${what}`;
}

/** A text in one line, without characters that end it or turn its direction: names are anybody's. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim();
}

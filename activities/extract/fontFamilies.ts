import { type FontsRead, familiesOf } from "./page/readFonts.ts";

/** The family that CSS asks for first, and the one that its text is drawn in; null where that is not known. */
type ResolvedFamily = { family: string; renderedWith: string | null };
/** Resolves a computed `font-family`. */
export type FamilyResolver = (stack: string) => ResolvedFamily;

/**
 * A resolver for the page's lists. The first name counts as asked for, spelled as its face is declared. Text is drawn in
 * the first name that has a loaded face or is installed. Characters that this family lacks are not looked at.
 */
export function familyResolver({ faces, installed }: FontsRead): FamilyResolver {
  const declared = new Map(faces.map(({ family }) => [family.toLowerCase(), family]));
  const loaded = new Set(faces.filter((face) => face.loaded).map(({ family }) => family.toLowerCase()));
  const drawn = new Map(installed.map((each) => [each.family.toLowerCase(), each.drawn]));
  const canDraw = (name: string) => loaded.has(name) || (!declared.has(name) && drawn.has(name));
  return (stack) => {
    const families = familiesOf(stack);
    const asked = families[0] ?? stack;
    const used = families.map((family) => family.toLowerCase()).find(canDraw) ?? "";
    return {
      family: declared.get(asked.toLowerCase()) ?? asked,
      renderedWith: declared.get(used) ?? drawn.get(used) ?? null,
    };
  };
}

/** For each family asked for, by its name in lower case: the family that most of its characters are drawn in. */
export function mostlyRenderedWith(
  uses: readonly { stack: string; characters: number }[],
  resolve: FamilyResolver,
): Map<string, string | null> {
  const counts = new Map<string, Map<string | null, number>>();
  for (const { stack, characters } of uses) {
    const { family, renderedWith } = resolve(stack);
    const name = family.toLowerCase();
    const count = counts.get(name) ?? new Map<string | null, number>();
    counts.set(name, count.set(renderedWith, (count.get(renderedWith) ?? 0) + characters));
  }
  return new Map(
    [...counts].map(([name, count]) => [name, [...count].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null]),
  );
}

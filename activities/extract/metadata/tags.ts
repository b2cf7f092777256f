import type { LinkTag, MetadataRead } from "../page/readMetadata.ts";

/** The content of the first `<meta>` of a name. */
export function firstMetas(metas: MetadataRead["metas"]): (name: string) => string | undefined {
  const known = new Map<string, string>();
  for (const [name, content] of metas) if (!known.has(name)) known.set(name, content);
  return (name) => known.get(name);
}

/** Whether a link has a relation, among others. */
export function hasRel(link: LinkTag, token: string): boolean {
  return link.rel.split(" ").includes(token);
}

const named: Record<string, string> = { amp: "&", apos: "'", gt: ">", lt: "<", nbsp: " ", quot: '"' };

/** Text with those entities decoded that a page wrote where there is no markup: `&amp;`, `&#8217;`, `&#x27;`. */
export function plainEntities(text: string): string {
  return text
    .replaceAll(/&([a-z]{2,4});/giu, (entity, name: string) => named[name.toLowerCase()] ?? entity)
    .replaceAll(/&#(x[\da-f]{1,6}|\d{1,7});/giu, (entity, digits: string) => {
      const code = Number(`0${digits.toLowerCase()}`.replace(/^0(?!x)/u, ""));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity;
    });
}

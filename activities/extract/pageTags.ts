import type { LinkTag, MetadataRead } from "./page/readMetadata.ts";

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

import type { Link } from "#schemas/extracts/extracts.ts";

/** Nodes as HTML. `shown` and `hidden` count the characters of visible and of hidden prose. */
export type FlatHtml = { html: string; cut: boolean; shown: number; hidden: number };

/** A link as the page shows it. Node decides whether it is internal. */
export type LinkRead = Pick<Link, "href" | "text" | "rel" | "region">;

/** The page's data for `links`. */
export type LinksRead = { links: LinkRead[]; cut: boolean };

/** The language of the page, and the texts of the elements; null for a selector that the browser refuses. */
export type ElementsRead = { language: string | null; elements: (string[] | null)[] };

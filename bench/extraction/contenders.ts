import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { installPeer } from "../programs.ts";
import { type GoldenMetadata, pageUrl } from "./goldenPages.ts";
import { textOfHtml } from "./texts.ts";

/** A contender's result for a page. Values that it does not find are null or absent. */
export type Extraction = {
  text: string;
  metadata: { [Field in keyof GoldenMetadata]?: string | null | undefined };
  /** The time of the extraction, if it is only a part of the whole time. */
  milliseconds?: number;
};

/** A program that finds the main content and metadata of a page and writes Markdown. */
export type Contender = {
  name: string;
  extract(html: string): Promise<Extraction>;
  toMarkdown(html: string): Promise<string>;
};

/**
 * The other programs, set up by their manuals for Node and installed into the directory. @throws Error if one cannot be
 * installed.
 */
export async function otherContenders(directory: string): Promise<Contender[]> {
  return [await readabilityAlone(directory), await defuddleAlone(directory)];
}

/** Readability writes no Markdown, so it gets the most common converter. */
async function readabilityAlone(directory: string): Promise<Contender> {
  const { JSDOM } = await load<Jsdom>("jsdom", { version: "31.0.1", directory });
  const { default: TurndownService } = await load<Turndown>("turndown", { version: "7.2.5", directory });
  const plugin = { version: "1.0.68", directory };
  const { gfm } = await load<{ gfm: unknown }>("@joplin/turndown-plugin-gfm", plugin);
  const parse = (html: string) => new Readability(new JSDOM(html, { url: pageUrl }).window.document).parse();
  return {
    name: "Readability",
    async extract(html) {
      const article = parse(html);
      const { title, byline, siteName, publishedTime, lang } = article ?? {};
      return { text: textOfHtml(article?.content ?? ""), metadata: { title, byline, siteName, publishedTime, lang } };
    },
    async toMarkdown(html) {
      const converter = new TurndownService({ codeBlockStyle: "fenced", headingStyle: "atx" });
      converter.use(gfm);
      return converter.turndown(parse(html)?.content ?? "");
    },
  };
}

async function defuddleAlone(directory: string): Promise<Contender> {
  const { Defuddle } = await load<DefuddleNode>("defuddle", { version: "0.19.4", directory, entry: "node.js" });
  // Without requests to other sites, which no other contender makes.
  const parse = (html: string, markdown: boolean) =>
    Defuddle(parseHTML(html).document, pageUrl, { markdown, useAsync: false });
  return {
    name: "Defuddle",
    async extract(html) {
      const { content, title, author: byline, site: siteName, published, language: lang } = await parse(html, false);
      return { text: textOfHtml(content), metadata: { title, byline, siteName, publishedTime: published, lang } };
    },
    async toMarkdown(html) {
      return (await parse(html, true)).content;
    },
  };
}

type Jsdom = { JSDOM: new (html: string, options: { url: string }) => { window: { document: Document } } };
type Turndown = {
  default: new (options: Record<string, string>) => { use(plugin: unknown): void; turndown(html: string): string };
};
type DefuddleNode = {
  Defuddle(document: Document, url: string, options: Record<string, boolean>): Promise<DefuddleResult>;
};
type DefuddleResult = Record<"content" | "title" | "author" | "site" | "published" | "language", string>;

type PeerOptions = { version: string; directory: string; entry?: string };

async function load<Module>(name: string, { version, directory, entry }: PeerOptions): Promise<Module> {
  // Each in a folder of its own: an installation removes packages that it did not request.
  const folder = join(directory, name.replaceAll("/", "-"));
  await mkdir(folder);
  const main = await installPeer(name, { version, directory: folder });
  if (main === null) throw new Error(`Nothing can be said beside ${name} without it.`);
  const loaded: Module = await import(pathToFileURL(entry === undefined ? main : join(dirname(main), entry)).href);
  return loaded;
}

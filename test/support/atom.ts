import { SaxesParser } from "saxes";

/** An element of XML: its name, its attributes, and all text inside it. */
type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] };

/** An entry of a feed. */
export type AtomEntry = {
  id: string;
  title: string;
  published: string;
  updated: string;
  link: string;
  tags: string[];
  /** All text of its content. */
  text: string;
  pictures: string[];
};

/** The id, title and entries of an Atom feed. @throws Error if the text is no well-formed XML, or lacks what RFC 4287 asks for. */
export function parseAtom(xml: string): { id: string; title: string; self: string; entries: AtomEntry[] } {
  const feed = parseXml(xml);
  if (feed.name !== "feed" || feed.attributes["xmlns"] !== "http://www.w3.org/2005/Atom") throw new Error("No feed.");
  only(only(feed, "author"), "name");
  instant(only(feed, "updated").text);
  return {
    id: only(feed, "id").text,
    title: only(feed, "title").text,
    self: linkOf(feed, "self"),
    entries: named(feed, "entry").map(toEntry),
  };
}

function toEntry(entry: Element): AtomEntry {
  const content = only(entry, "content");
  const div = only(content, "div");
  if (content.attributes["type"] !== "xhtml" || div.attributes["xmlns"] !== "http://www.w3.org/1999/xhtml")
    throw new Error("The content is no XHTML.");
  return {
    id: only(entry, "id").text,
    title: only(entry, "title").text,
    published: instant(only(entry, "published").text),
    updated: instant(only(entry, "updated").text),
    link: linkOf(entry, "alternate"),
    tags: named(entry, "category").map(({ attributes }) => attributes["term"] ?? ""),
    text: div.text,
    pictures: descendants(div, "img").map(({ attributes }) => attributes["src"] ?? ""),
  };
}

function parseXml(xml: string): Element {
  const root: Element = { name: "", attributes: {}, text: "", children: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (text) => {
    for (const element of open) element.text += text;
  });
  parser.write(xml).close();
  const [first] = root.children;
  if (first === undefined) throw new Error("The document is empty.");
  return first;
}

function named({ children }: Element, name: string): Element[] {
  return children.filter((child) => child.name === name);
}

function only(element: Element, name: string): Element {
  const [found, ...more] = named(element, name);
  if (found === undefined || more.length > 0) throw new Error(`${element.name} has ${more.length} more ${name}.`);
  return found;
}

function descendants(element: Element, name: string): Element[] {
  return [...named(element, name), ...element.children.flatMap((child) => descendants(child, name))];
}

function linkOf(element: Element, rel: string): string {
  const link = named(element, "link").find(({ attributes }) => attributes["rel"] === rel);
  return new URL(link?.attributes["href"] ?? "").href;
}

function instant(text: string): string {
  if (new Date(text).toISOString() !== text) throw new Error(`${text} is no time.`);
  return text;
}

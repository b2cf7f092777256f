import { Parser } from "htmlparser2";

/** Levels that are indented. */
const maxIndentedLevels = 50;
/** Maximum depth of tags. The parser's time grows with the depth at each tag. */
const maxDepth = 1_000;

/** Lines of an XML text, and the name of its first element; null without one. */
type XmlLines = { lines: string[]; root: string | null; isCut: boolean };

/**
 * Lines of an XML text, one for each element. Text stands on the line of its element if the element has nothing else.
 * Entities are written as they are and never expanded. The rest is left out once there are `maxLines` or `maxChars`, or below
 * 1,000 open tags.
 */
export function indentXml(text: string, { maxLines, maxChars }: { maxLines: number; maxChars: number }): XmlLines {
  const lines: string[] = [];
  let root: string | null = null;
  let depth = 0;
  let chars = 0;
  let isCut = false;
  /** The open tag of an element without contents so far. */
  let openTag: string | null = null;
  let words = "";
  const write = (line: string) => {
    if (lines.length >= maxLines || chars >= maxChars || depth > maxDepth) {
      isCut = true;
      parser.pause();
      return;
    }
    lines.push("  ".repeat(Math.min(depth, maxIndentedLevels)) + line);
    chars += line.length + 1;
  };
  /** Writes the tag that is open and the words behind it, because something else follows. */
  const flush = () => {
    if (openTag !== null) {
      write(openTag);
      openTag = null;
      depth += 1;
    }
    if (words.trim() !== "") write(words.trim().replaceAll(/\s+/gu, " "));
    words = "";
  };
  const parser = new Parser(
    {
      onprocessinginstruction(_name, data) {
        flush();
        write(`<${data}>`);
      },
      onopentag(name, attributes) {
        flush();
        root ??= name;
        const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${value.replaceAll('"', "&quot;")}"`);
        openTag = `<${name}${given.join("")}>`;
      },
      ontext(part) {
        words += part;
      },
      onclosetag(name) {
        if (openTag !== null) {
          const inside = words.trim().replaceAll(/\s+/gu, " ");
          write(inside === "" ? openTag.replace(/>$/u, "/>") : `${openTag}${inside}</${name}>`);
          [openTag, words] = [null, ""];
          return;
        }
        flush();
        depth -= 1;
        write(`</${name}>`);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  const doctype = doctypeIn(text);
  if (doctype !== null) parser.write(text.slice(0, doctype.from));
  if (doctype !== null) write(doctype.text);
  parser.write(text.slice(doctype?.to ?? 0));
  if (!isCut) parser.end();
  return { lines, root, isCut };
}

/** The declaration of a document's type before its first element; null without one. The parser does not know those with entities. */
function doctypeIn(text: string): { from: number; to: number; text: string } | null {
  const from = text.indexOf("<!DOCTYPE");
  const firstElement = /<[\w:]/u.exec(text)?.index ?? text.length;
  if (from === -1 || from > firstElement) return null;
  const end = text.indexOf(">", from);
  const subset = text.indexOf("[", from);
  const close = subset !== -1 && subset < end ? text.indexOf("]", subset) : from;
  const to = close === -1 ? -1 : text.indexOf(">", close);
  if (to === -1) return null;
  return {
    from,
    to: to + 1,
    text: text
      .slice(from, to + 1)
      .replaceAll(/\s+/gu, " ")
      .slice(0, 1_000),
  };
}

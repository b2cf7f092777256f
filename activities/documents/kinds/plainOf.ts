import { Parser } from "htmlparser2";

/** Elements whose contents are no words. */
const silentTags: ReadonlySet<string> = new Set(["script", "style", "template", "noscript", "iframe", "object"]);
const inline = /^(?:a|abbr|b|bdi|bdo|cite|code|em|font|i|kbd|mark|q|s|small|span|strong|sub|sup|u|var)$/u;

/** The words of a text of HTML, as feeds have them, with single spaces. Tags and scripts are left out. */
export function plainOf(markup: string): string {
  if (!/[<&]/u.test(markup)) return markup.replaceAll(/\s+/gu, " ").trim();
  const parts: string[] = [];
  let silentDepth = 0;
  const parser = new Parser({
    onopentag(name) {
      if (silentTags.has(name)) silentDepth += 1;
      else if (!inline.test(name)) parts.push(" ");
    },
    onclosetag(name) {
      if (silentTags.has(name)) silentDepth -= 1;
      else if (!inline.test(name)) parts.push(" ");
    },
    ontext(text) {
      if (silentDepth === 0) parts.push(text);
    },
  });
  parser.end(markup);
  return parts.join("").replaceAll(/\s+/gu, " ").trim();
}

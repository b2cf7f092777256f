const separators = new Set(
  "div section article p h1 h2 h3 h4 h5 h6 li tr ul ol table pre blockquote dl dt dd br hr header footer main figure".split(
    " ",
  ),
);

/** The text of a flat page, one paragraph per block, in linear time. */
export function plainTextOf(html: string): string {
  const body = html.slice(Math.max(0, html.indexOf("<body")));
  const text = withoutTags(body)
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
  const paragraphs = text.split(/\n\s*\n/u).map((paragraph) => paragraph.replaceAll(/\s{2,}|[^\S ]/gu, " ").trim());
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

/** Longer than each of `separators`. */
const maxNameChars = 12;

/** Whether a code is a small letter of ASCII or a digit. */
function isNameChar(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** HTML with each tag replaced by nothing, or by a blank line if it parts paragraphs. It reads each character once. */
function withoutTags(html: string): string {
  const parts: string[] = [];
  let end = 0;
  let textFrom = 0;
  for (let tagStart = html.indexOf("<"); tagStart !== -1;) {
    const nextOpen = html.indexOf("<", tagStart + 1);
    if (end <= tagStart) end = html.indexOf(">", tagStart);
    if (end === -1) break;
    if (nextOpen === -1 || end < nextOpen) {
      if (tagStart > textFrom) parts.push(html.slice(textFrom, tagStart));
      const from = html[tagStart + 1] === "/" ? tagStart + 2 : tagStart + 1;
      let to = from;
      while (to < end && to - from < maxNameChars && isNameChar(html.charCodeAt(to))) to += 1;
      if (separators.has(html.slice(from, to))) parts.push("\n\n");
      textFrom = end + 1;
    }
    tagStart = nextOpen;
  }
  return parts.join("") + html.slice(textFrom);
}

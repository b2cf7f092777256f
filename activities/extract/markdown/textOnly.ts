/** The words of a flat page (readFlatPage), a paragraph per block, in time linear in its length. */
export function textOnly(html: string): string {
  const body = html.slice(Math.max(0, html.indexOf("<body")));
  const text = body
    .replaceAll(
      /<\/?(?:div|section|article|p|h[1-6]|li|tr|ul|ol|table|pre|blockquote|dl|dt|dd|br|hr|header|footer|main|figure)\b[^>]*>/gu,
      "\n\n",
    )
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&nbsp;", " ")
    .replaceAll("&amp;", "&");
  const paragraphs = text.split(/\n\s*\n/u).map((paragraph) => paragraph.replaceAll(/\s+/gu, " ").trim());
  return `${paragraphs.filter((paragraph) => paragraph !== "").join("\n\n")}\n`;
}

/** Kinds of replies that are shown as a page of ours. */
export type DocumentKind = "json" | "xml" | "table" | "pdf" | "word";

/** Kinds that the browser of a capture cannot show by itself. */
export const filesAlone: ReadonlySet<DocumentKind> = new Set(["pdf", "word"]);

/** The kind by the type of the content, in small letters and without parameters. `+json` and `+xml` are apart. */
const kindsByType: Readonly<Record<string, DocumentKind>> = {
  "application/json": "json",
  "text/json": "json",
  "application/x-json": "json",
  "application/xml": "xml",
  "text/xml": "xml",
  "application/pdf": "pdf",
  "application/x-pdf": "pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "word",
  "text/csv": "table",
  "text/x-csv": "table",
  "application/csv": "table",
  "application/x-csv": "table",
  "text/comma-separated-values": "table",
  "text/tab-separated-values": "table",
};

/** The kind by the ending of the path, for types that say nothing. */
const kindsByEnding: Readonly<Record<string, DocumentKind>> = {
  json: "json",
  geojson: "json",
  xml: "xml",
  rss: "xml",
  atom: "xml",
  pdf: "pdf",
  docx: "word",
  csv: "table",
  tsv: "table",
};

/** Types that servers give to files of any kind. */
const vagueTypes: ReadonlySet<string> = new Set([
  "",
  "text/plain",
  "application/octet-stream",
  "binary/octet-stream",
  "application/force-download",
  "application/download",
  "application/vnd.ms-excel",
]);

/** Types of XML that a browser shows as a page or a picture. */
const shownXml = /^(?:image\/svg|application\/(?:xhtml|mathml|x-mathml))\+xml$/u;

/** The kind of a reply, by its `Content-Type` and its address; null for one that the browser shows as it is. */
export function kindOf({ contentType, url }: { contentType: string; url: string }): DocumentKind | null {
  const type = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  const byType = kindsByType[type];
  if (byType !== undefined) return byType;
  if (type.endsWith("+json")) return "json";
  if (type.endsWith("+xml") && !shownXml.test(type)) return "xml";
  if (!vagueTypes.has(type)) return null;
  const ending = /\.([a-z]+)$/u.exec((URL.parse(url)?.pathname ?? "").toLowerCase())?.[1] ?? "";
  return kindsByEnding[ending] ?? null;
}

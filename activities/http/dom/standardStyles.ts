/** Elements by the `display` that browsers give them. Others are `inline`. */
const namesByDisplay: Readonly<Record<string, string>> = {
  none: "annotation annotation-xml area base basefont datalist head link meta noembed noframes noscript param rp script style template title source track",
  block:
    "html body address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 header hgroup hr legend listing main menu mi mn mo ms mtext nav ol optgroup option p plaintext pre search section ul xmp",
  "list-item": "li summary",
  table: "table",
  "table-caption": "caption",
  "table-cell": "td th",
  "table-column": "col",
  "table-column-group": "colgroup",
  "table-footer-group": "tfoot",
  "table-header-group": "thead",
  "table-row": "tr",
  "table-row-group": "tbody",
  "inline-block": "button input meter progress select textarea marquee",
  contents: "slot",
  ruby: "ruby",
  "ruby-text": "rt",
};

const displays: ReadonlyMap<string, string> = new Map(
  Object.entries(namesByDisplay).flatMap(([display, names]) => names.split(" ").map((name) => [name, display])),
);

const whiteSpaces: Readonly<Record<string, string>> = {
  pre: "pre",
  listing: "pre",
  plaintext: "pre",
  xmp: "pre",
  textarea: "pre-wrap",
};
const monospaced: ReadonlySet<string> = new Set(["pre", "listing", "plaintext", "xmp", "code", "kbd", "samp", "tt"]);

/** The declarations of browsers for an element of HTML, by its name and its attributes, apart from those of pages. */
export function standardStyle(name: string, attributeOf: (name: string) => string | null): Record<string, string> {
  const style: Record<string, string> = { display: displayOf(name, attributeOf) };
  const whiteSpace = whiteSpaces[name];
  if (whiteSpace !== undefined) style["white-space"] = whiteSpace;
  if ((name === "td" || name === "th") && attributeOf("nowrap") !== null) style["white-space"] = "nowrap";
  if (name === "mi") style["text-transform"] = "math-auto";
  if (monospaced.has(name)) style["font-family"] = "monospace";
  return style;
}

function displayOf(name: string, attributeOf: (name: string) => string | null): string {
  if (attributeOf("hidden") !== null) return "none";
  if (name === "dialog" && attributeOf("open") === null) return "none";
  if (name === "input" && attributeOf("type")?.toLowerCase() === "hidden") return "none";
  return displays.get(name) ?? "inline";
}

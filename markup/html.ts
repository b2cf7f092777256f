/** Safe markup. Only `html` makes it, and `html` escapes its inserts. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** An insert of a template. Text and numbers are escaped, markup is kept, null gives nothing. */
type Insert = string | number | Html | null | readonly Html[];

/** Tag of a markup template. Its inserts are safe inside an element or a quoted attribute. */
export function html(parts: TemplateStringsArray, ...inserts: Insert[]): Html {
  const rest = inserts.map((insert, index) => toMarkup(insert) + (parts[index + 1] ?? ""));
  return new Html((parts[0] ?? "") + rest.join(""));
}

/** Text that is safe inside an element or a quoted attribute. */
function escapeHtml(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

function toMarkup(insert: Insert): string {
  if (insert === null) return "";
  if (insert instanceof Html) return insert.toString();
  return typeof insert === "object" ? insert.join("") : escapeHtml(String(insert));
}

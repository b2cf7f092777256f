/** Height of one line, CSS pixels. */
const lineHeight = 40;

/** Kinds of text: body text, small text, pale notes, white on dark, and figures of a table. */
const kinds = ["body", "small", "pale", "dark", "figures"] as const;

const style = `<style>
  .line { height: ${lineHeight}px; line-height: ${lineHeight}px; margin: 0; padding: 0 8px; overflow: hidden; white-space: nowrap }
  .small { font: 13px/${lineHeight}px sans-serif } .pale { font: 12px/${lineHeight}px sans-serif; color: #888 }
  .dark { background: #223; color: #eee; font: 15px/${lineHeight}px sans-serif }
  .figures { font: 14px/${lineHeight}px monospace; border-bottom: 1px solid #ddd }
</style>`;

const lineOf = (index: number) =>
  `<p class="line ${kinds[index % kinds.length]}">Lamp ${index + 1}: pier 6, open 9.40 to 17.30, €39.00 each, 12 left; ask Ilse or Jonas</p>`;

/** Changes of one or two characters in a line. */
const characterChanges: Record<string, readonly [old: string, new_: string]> = {
  "a price, 39 to 89": ["€39", "€89"],
  "a 6 becomes an 8": ["pier 6", "pier 8"],
  "a 3 becomes an 8": ["17.30", "17.80"],
  "a 2 becomes a 1": ["12 left", "11 left"],
  "a character goes": ["12 left", "2 left"],
  "two characters": ["17.30", "18.50"],
  "a p becomes a v": ["open", "oven"],
  "a c becomes an e": ["each", "eaeh"],
  "an I becomes an E": ["Ilse", "Else"],
  "a comma for a point": ["€39.00", "€39,00"],
};

/** Lines of text that fill a height. */
export function linesOf(height: number): string {
  const count = Math.round(height / lineHeight);
  return `${style}<section>${Array.from({ length: count }, (_, index) => lineOf(index)).join("")}</section>`;
}

/**
 * The page with each of the changes, in lines spread evenly over it. `turn` shifts the kinds of text, so that each
 * change meets each kind on some page.
 */
export function changeCharacters(html: string, offset: number): { name: string; html: string }[] {
  const lines = [...html.matchAll(/<p class="line .*?<\/p>/gu)];
  const changes = Object.entries(characterChanges);
  return changes.map(([name, [old, new_]], position) => {
    const even = Math.round(((lines.length - 1) * position) / (changes.length - 1));
    const near = even - (even % kinds.length) + ((position + offset) % kinds.length);
    const line = lines[Math.min(near, lines.length - 1)];
    if (line === undefined) throw new Error("The page has no lines.");
    const [text] = line;
    const changed = text.replace(old, new_);
    if (changed === text) throw new Error(`The line has no ${old}.`);
    const from = line.index;
    return {
      name: `${name} (${/line (\w+)/u.exec(text)?.[1]})`,
      html: html.slice(0, from) + changed + html.slice(from + text.length),
    };
  });
}

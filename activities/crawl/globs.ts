/**
 * A test for texts by one glob. Both are written as segments, each with a slash behind it: the glob as a list, the text in one.
 * For each character of a text it takes a step for every 32 characters of the glob at most, whatever they are.
 *
 * A glob is places from which a text may go on. The first is where it begins, and each of the glob's characters leads from one
 * place to the next; stars have no place of their own, they let a text stay where it is. Each place is a bit, so that all the
 * places which a text may have come to are moved on together.
 */
export function globTest(segments: readonly string[]): (text: string) => boolean {
  const { words, end, lead, leadAny, within, across } = statesOf(segments);
  const start = new Int32Array(words);
  set(start, 0);
  if (has(across, 0)) set(start, 1);
  return (text) => {
    const at = start.slice();
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const leads = lead[code] ?? leadAny;
      const stays = code === slash ? across : within;
      let [any, carried, passed] = [0, 0, 0];
      for (let word = 0; word < words; word += 1) {
        const now = at[word] ?? 0;
        const led = now & (leads[word] ?? 0);
        const come = (led << 1) | carried;
        carried = led >>> 31;
        // `**` may stand for nothing: what has just come to it is behind it as well.
        const past = come & (across[word] ?? 0);
        const next = come | (past << 1) | passed | (now & (stays[word] ?? 0));
        passed = past >>> 31;
        at[word] = next;
        any |= next;
      }
      if (any === 0) return false;
    }
    return has(at, end);
  };
}

const slash = "/".charCodeAt(0);

/** The places of a glob, as bits in rows of so many words. */
type States = {
  words: number;
  /** The place at which a text must end. */
  end: number;
  /** By a character's code: the places that it leads on from; `leadAny` for those that the glob does not name. */
  lead: Int32Array[];
  leadAny: Int32Array;
  /** The places where a text may stay: with any character but a slash, with any at all. */
  within: Int32Array;
  across: Int32Array;
};

function statesOf(segments: readonly string[]): States {
  // Several in a row say nothing more than one.
  const plain = segments.filter((segment, index) => segment !== "**" || segments[index - 1] !== "**");
  const steps = plain.flatMap((segment) => (segment === "**" ? ["**"] : `${segment}/`.split("")));
  const words = Math.ceil((steps.length + 1) / 32);
  const row = (): Int32Array => new Int32Array(words);
  const [leadAny, within, across] = [row(), row(), row()];
  const lead = Array.from({ length: 128 }, row);
  let end = 0;
  for (const step of steps) {
    if (step === "*") {
      set(within, end);
      continue;
    }
    if (step === "?") set(leadAny, end);
    else set(lead[step === "**" ? slash : step.charCodeAt(0)] ?? row(), end);
    if (step === "**") set(across, end);
    end += 1;
  }
  for (const [code, leads] of lead.entries()) if (code !== slash) add(leads, leadAny);
  add(within, across);
  return { words, end, lead, leadAny, within, across };
}

function set(row: Int32Array, place: number): void {
  row[place >>> 5] = (row[place >>> 5] ?? 0) | (1 << (place & 31));
}

function has(row: Int32Array, place: number): boolean {
  return (((row[place >>> 5] ?? 0) >>> (place & 31)) & 1) === 1;
}

function add(row: Int32Array, other: Int32Array): void {
  for (const [word, bits] of other.entries()) row[word] = (row[word] ?? 0) | bits;
}

/** Finds a text in another from an index on: the index behind its first occurrence, -1 where there is none. */
export type Find = (text: string, from: number) => number;

/**
 * Looks for a text by Knuth, Morris and Pratt: in no more than two steps for each character of the other, whatever they are.
 * `indexOf` may take the product of both lengths.
 */
export function finder(wanted: string): Find {
  const borders = bordersOf(wanted);
  return (text, from) => {
    let seen = 0;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      while (seen > 0 && wanted.charCodeAt(seen) !== code) seen = borders[seen] ?? 0;
      if (wanted.charCodeAt(seen) === code) seen += 1;
      if (seen === wanted.length) return at + 1;
    }
    return -1;
  };
}

/** For each length of a text's beginning: how much of its end is a shorter beginning as well. */
function bordersOf(wanted: string): Uint16Array {
  const borders = new Uint16Array(wanted.length + 1);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const code = wanted.charCodeAt(at);
    while (length > 0 && wanted.charCodeAt(length) !== code) length = borders[length] ?? 0;
    if (wanted.charCodeAt(length) === code) length += 1;
    borders[at + 1] = length;
  }
  return borders;
}

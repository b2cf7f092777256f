/** Characters at each end of an address that count. A page chooses the length of its addresses, and each request waits. */
const maxEndChars = 1_024;

const star = "*".charCodeAt(0);
const questionMark = "?".charCodeAt(0);
const bitsPerWord = 32;

/**
 * Compiles globs for whole addresses. `*` matches any text and `?` one character. The result tells whether any of them
 * matches. An address is read once for each glob, whatever the glob: a set of bits holds all places in the glob that the
 * characters so far may have led to.
 */
export function compileAddressGlobs(globs: readonly string[]): (address: string) => boolean {
  const compiled = globs.map(placesOf);
  return (address) => {
    const text = cutMiddle(address);
    return compiled.some((places) => matches(places, text));
  };
}

function matches({ loops, steps, any, size }: ReturnType<typeof placesOf>, text: string): boolean {
  const places = new Uint32Array(loops.length);
  places[0] = 1;
  for (let at = 0; at < text.length; at += 1) {
    if (!advance(places, steps.get(text.charCodeAt(at)) ?? any, loops)) return false;
  }
  return has(places, size);
}

/** The first and the last characters of a long address. */
function cutMiddle(address: string): string {
  if (address.length <= 2 * maxEndChars) return address;
  return address.slice(0, maxEndChars) + address.slice(-maxEndChars);
}

/**
 * The places between a glob's characters, as sets of bits. At the places of `loops`, any character leads nowhere else.
 * `steps` has for each character the places where it leads to the next one, and `any` those where every character does.
 */
function placesOf(glob: string) {
  const codes = Array.from({ length: glob.length }, (_, index) => glob.charCodeAt(index));
  const size = codes.filter((code) => code !== star).length;
  const empty = () => new Uint32Array(Math.floor(size / bitsPerWord) + 1);
  const [loops, any] = [empty(), empty()];
  const literals: [code: number, place: number][] = [];
  let place = 0;
  for (const code of codes) {
    if (code === star) add(loops, place);
    else if (code === questionMark) add(any, place);
    else literals.push([code, place]);
    if (code !== star) place += 1;
  }
  const steps = new Map<number, Uint32Array>();
  for (const [code, from] of literals) {
    const set = steps.get(code) ?? Uint32Array.from(any);
    add(set, from);
    steps.set(code, set);
  }
  return { loops, steps, any, size };
}

/** Goes one character on. Returns whether any place is left. */
function advance(places: Uint32Array, steps: Uint32Array, loops: Uint32Array): boolean {
  let [carry, reachedBits] = [0, 0];
  for (let word = 0; word < places.length; word += 1) {
    const before = places[word] ?? 0;
    const moved = before & (steps[word] ?? 0);
    const after = (moved << 1) | carry | (before & (loops[word] ?? 0));
    carry = moved >>> (bitsPerWord - 1);
    places[word] = after;
    reachedBits |= after;
  }
  return reachedBits !== 0;
}

function add(set: Uint32Array, place: number): void {
  const word = Math.floor(place / bitsPerWord);
  set[word] = (set[word] ?? 0) | (1 << (place % bitsPerWord));
}

function has(set: Uint32Array, place: number): boolean {
  return (((set[Math.floor(place / bitsPerWord)] ?? 0) >>> (place % bitsPerWord)) & 1) === 1;
}

/** UTF-8 bytes of a page's name. File systems take 255 for a whole name, and an ending and a number follow. */
const maxNameBytes = 100;
/** Names that Windows keeps for devices, whatever ending follows. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Gives each page a name of its own for its files: `example-com-prices`, then `example-com-prices-2`. */
export function createFileNames(): (address: string) => string {
  const taken = new Set<string>();
  return (address) => {
    const base = nameOf(address);
    let name = base;
    for (let number = 2; taken.has(caseless(name)); number += 1) name = `${base}-${number}`;
    taken.add(caseless(name));
    return name;
  };
}

/** A name without its case and form of Unicode. Some file systems take names that differ by these alone for the same. */
function caseless(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/** The name that an address gives, of letters, digits and hyphens alone. */
export function nameOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const text = url === null ? address : `${url.host}${url.pathname}${url.search}`;
  const words = text
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const name = cutToBytes(words.filter((word) => word !== "").join("-"), maxNameBytes) || "page";
  return deviceName.test(name) ? `page-${name}` : name;
}

/** The beginning of a text with at most `maxBytes` of UTF-8, in whole characters. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

import { looksLikeAddress, withScheme } from "./pageAddress.ts";

/** A page of a list. */
export type PageLine = {
  /** Number of the line in the text, from 1. */
  number: number;
  /** The line as it was entered. */
  raw: string;
  /** The address as it was entered. */
  address: string;
  /** The address with its scheme. */
  url: string;
  /** The name after the address; empty without one. */
  name: string;
  /** Why no monitor can watch it, or null. */
  problem: string | null;
};

const maxAddressChars = 2_048;

/**
 * The pages of a list with one per line. The address ends at a tab, at a comma before a space, or at a space; a name may
 * follow. A comma inside an address belongs to it. Blank lines and those that begin with # are left out.
 */
export function readPageLines(text: string): PageLine[] {
  return text.split(/\r?\n/).flatMap((raw, index): PageLine[] => {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) return [];
    const { address, name } = splitLine(line);
    const url = withScheme(address);
    return [{ number: index + 1, raw, address, url, name, problem: problemOf(url) }];
  });
}

function splitLine(line: string): { address: string; name: string } {
  const end = line.includes("\t") ? line.indexOf("\t") : line.search(/,(?:\s|$)/);
  if (end >= 0) return { address: line.slice(0, end).trim(), name: line.slice(end + 1).trim() };
  const [word = ""] = line.split(/\s/, 1);
  return looksLikeAddress(word) ? { address: word, name: line.slice(word.length).trim() } : { address: line, name: "" };
}

function problemOf(url: string): string | null {
  if (!/^https?:\/\//i.test(url)) return "The address must start with http:// or https://.";
  if (/\s/.test(url)) return "The address has a space. Put a comma or a tab before the name.";
  if (!URL.canParse(url)) return "This is not an address.";
  return url.length > maxAddressChars ? `The address must have at most ${maxAddressChars} characters.` : null;
}

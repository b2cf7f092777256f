import { withScheme } from "../../../format/address.ts";
import { maxNameChars, nameFrom } from "../form/monitorForm.ts";

/** A page of the list. */
export type Line = {
  /** Number of the line in the text, from 1. */
  number: number;
  /** The line as it was entered. */
  raw: string;
  /** The address with its scheme. */
  url: string;
  name: string;
  /** Why the line can't be sent, or null. */
  problem: string | null;
};

const maxAddressChars = 2_048;

/**
 * The pages of a text with one per line. A tab, else the first comma, ends the address; the name comes after it. `watched`
 * are the addresses that the list created monitors for already.
 */
export function readLines(text: string, watched: readonly string[]): Line[] {
  const firsts = new Map<string, number>(watched.map((url) => [new URL(url).href, 0]));
  return text.split("\n").flatMap((raw, index): Line[] => {
    if (raw.trim() === "") return [];
    const number = index + 1;
    const line = { number, raw, ...readLine(raw) };
    const problem = findProblem(line) ?? findRepeat(line, firsts);
    return [{ ...line, problem }];
  });
}

function readLine(raw: string): { url: string; name: string } {
  const separator = raw.includes("\t") ? "\t" : ",";
  const [address = "", ...rest] = raw.split(separator);
  const name = rest.join(separator).trim();
  const hasOtherScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(address.trim());
  const url = hasOtherScheme ? address.trim() : withScheme(address);
  return { url, name: name === "" ? nameFrom(address) : name };
}

function findProblem({ url, name }: Pick<Line, "url" | "name">): string | null {
  if (!/^https?:\/\//i.test(url)) return "The address must start with http:// or https://.";
  if (/\s/.test(url)) return "The address has a space. Put a comma or a tab before the name.";
  if (!URL.canParse(url)) return "This is not an address.";
  if (url.length > maxAddressChars) return `The address must have at most ${maxAddressChars} characters.`;
  return name.length > maxNameChars ? `The name must have at most ${maxNameChars} characters.` : null;
}

/** Notes the address, and says on which line it was before. */
function findRepeat({ url, number }: Pick<Line, "url" | "number">, firsts: Map<string, number>): string | null {
  const { href } = new URL(url);
  const first = firsts.get(href);
  if (first === 0) return "This address is watched already, by the pages below.";
  if (first !== undefined) return `Line ${first} has the same address.`;
  firsts.set(href, number);
  return null;
}

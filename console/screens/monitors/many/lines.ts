import { type PageLine, readPageLines } from "#clients/addresses/pageLines.ts";
import { maxNameChars, nameFrom } from "../form/monitorBody.ts";

/** A page of the list. Its name is made of the address if the line has none. */
export type Line = PageLine;

/** The pages of a text with one per line. `watched` are the addresses that the list created monitors for already. */
export function readLines(text: string, watched: readonly string[]): Line[] {
  const firsts = new Map<string, number>(watched.map((url) => [new URL(url).href, 0]));
  return readPageLines(text).map((read): Line => {
    const line = { ...read, name: read.name === "" ? nameFrom(read.address) : read.name };
    return { ...line, problem: line.problem ?? findLongName(line) ?? findRepeat(line, firsts) };
  });
}

function findLongName({ name }: Line): string | null {
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

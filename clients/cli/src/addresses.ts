import { looksLikeAddress, withScheme } from "../../addresses/pageAddress.ts";
import { CliError } from "./exitCodes.ts";
import { type Io, readStdin } from "./io.ts";

/**
 * The addresses of a command line. `-` stands for the lines of standard input. An address without a scheme gets one.
 * @throws CliError for a word that is no address, or without any.
 */
export async function readAddresses(io: Io, words: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(words.map(async (word) => (word === "-" ? linesOf(await readStdin(io)) : [word])));
  const addresses = lists.flat().map(toAddress);
  if (addresses.length === 0) throw new CliError("Standard input has no address.");
  return addresses;
}

/** Lines with content. A line that begins with # is a comment. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** @throws CliError if it is no address of a page. */
export function toAddress(word: string): string {
  if (looksLikeAddress(word)) return withScheme(word);
  throw new CliError(`${JSON.stringify(word)} is neither a command nor an address. See \`watchframe --help\`.`);
}

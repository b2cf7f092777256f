import { looksLikeAddress, withScheme } from "../../addresses/pageAddress.ts";
import { readPageLines } from "../../addresses/pageLines.ts";
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

/** The addresses of a list, without the names that may follow them. A line without an address stays as it is. */
export function linesOf(text: string): string[] {
  return readPageLines(text).map(({ address, raw, problem }) => (problem === null ? address : raw.trim()));
}

/** @throws CliError if it is no address of a page. */
export function toAddress(word: string): string {
  if (looksLikeAddress(word)) return withScheme(word);
  throw new CliError(`${JSON.stringify(word)} is neither a command nor an address. See \`watchframe --help\`.`);
}

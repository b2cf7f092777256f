import type { WordChange } from "#schemas/monitor/text.ts";
import type { AlertMessage } from "./alertParts.ts";

const signs = { added: "+", removed: "-" } as const satisfies Record<WordChange["change"], string>;

/** The changed words, a line each, with `+` for added and `-` for removed ones. */
export function wordLines({ words }: Pick<AlertMessage, "words">): string[] {
  return words.map((one) => `${signs[one.change]} ${one.words}`);
}

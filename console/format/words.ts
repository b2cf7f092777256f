export { countOf } from "#clients/words/countOf.ts";

/** Words as a sentence lists them: `Slack, Discord, and ntfy`, or with `or`. */
export function listOf(words: readonly string[], between: "and" | "or" = "and"): string {
  return new Intl.ListFormat("en", { type: between === "and" ? "conjunction" : "disjunction" }).format(words);
}

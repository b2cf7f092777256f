export { countOf } from "#clients/words/countOf.ts";

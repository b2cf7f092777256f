import type { IsolatedWorld } from "./world.ts";

/**
 * The value of an expression as JSON; null if it has more than `maxChars`. It is serialized in the page, as the
 * protocol's conversion is slow and limited in depth. A long one is dropped before it is sent.
 */
export async function evaluateJson(world: IsolatedWorld, expression: string, maxChars: number): Promise<string | null> {
  const text = await world.evaluate(
    `(async () => { const text = JSON.stringify((await (${expression}\n)) ?? null); return text.length > ${maxChars} ? text.length : text; })()`,
  );
  return typeof text === "string" ? text : null;
}

import type { ExtractName } from "#schemas/outputs.ts";
import type { PageFunction } from "./extractor.ts";
import { extractors } from "./extractors.ts";
import { openShared } from "./page/shared.ts";

/**
 * The expression that reads from a settled page all that the extracts are made of; its value is an object of JSON with
 * a member per extract. Null where nothing is extracted.
 */
export function buildProbe(extracts: readonly ExtractName[]): string | null {
  if (extracts.length === 0) return null;
  const functions = new Map<string, PageFunction>();
  const members = extracts.map((name) => {
    const { read, uses } = extractors[name];
    for (const each of [read, ...uses]) addFunction(functions, each);
    return `${JSON.stringify(name)}: ${read.name}(shared)`;
  });
  const sources = [...functions.values()].map((each) => each.toString());
  const shared = functions.has(openShared.name) ? `${openShared.name}()` : "null";
  return `(() => {\n"use strict";\n${sources.join("\n")}\nconst shared = ${shared};\nreturn { ${members.join(", ")} };\n})()`;
}

function addFunction(functions: Map<string, PageFunction>, added: PageFunction): void {
  const known = functions.get(added.name);
  // They share one scope in the page.
  if (known !== undefined && known !== added) throw new TypeError(`two functions for the page are named ${added.name}`);
  functions.set(added.name, added);
}

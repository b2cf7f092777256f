import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { IndexedCMPRuleset, RuleBundle } from "@duckduckgo/autoconsent";

/** The library as an expression for the page, and its rules for a frame. */
export type ConsentLibrary = { expression: string; rulesFor(frame: { url: string; mainFrame: boolean }): RuleBundle };

let loading: Promise<ConsentLibrary> | null = null;

/** Reads the library when the first job asks for it. */
export function loadConsentLibrary(): Promise<ConsentLibrary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ConsentLibrary> {
  const { resolve } = createRequire(import.meta.url);
  const [{ filterCompactRules }, source, text] = await Promise.all([
    import("@duckduckgo/autoconsent"),
    readFile(resolve("@duckduckgo/autoconsent"), "utf8"),
    readFile(resolve("@duckduckgo/autoconsent/rules/compact-rules.json"), "utf8"),
  ]);
  const rules: IndexedCMPRuleset = JSON.parse(text);
  return {
    expression: `globalThis.watchframeConsentLibrary = (() => { const module = { exports: {} }; ${source}\nreturn module.exports; })(); true`,
    rulesFor: (frame) => ({ autoconsent: [], compact: filterCompactRules(rules, frame) }),
  };
}

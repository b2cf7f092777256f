import { readFileSync } from "node:fs";
import type { Page } from "puppeteer";

const engine = readFileSync(new URL(import.meta.resolve("accessibility-checker-engine/ace.js")), "utf8");

/** A result of IBM's accessibility checker, as far as tests read it. */
type Finding = { ruleId: string; value: [string, string]; message: string; snippet: string };

/** The violations of WCAG 2.2 that the checker finds on a page, as lines of text. */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => Reflect.has(globalThis, "ace")))) await page.evaluate(engine);
  return page.evaluate(async (): Promise<string[]> => {
    const {
      Checker,
    }: {
      Checker: new () => { check(root: Document, policies: string[]): Promise<{ results: Finding[] }> };
    } = Reflect.get(globalThis, "ace");
    const { results } = await new Checker().check(document, ["WCAG_2_2"]);
    // The results hold elements, which stay in the page.
    return results
      .filter(({ value: [level, result] }) => level === "VIOLATION" && result === "FAIL")
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet.slice(0, 120)}`);
  });
}

import { readFileSync } from "node:fs";
import type { Page } from "puppeteer";

const engine = readFileSync(new URL(import.meta.resolve("accessibility-checker-engine/ace.js")), "utf8");

/** A result of IBM's accessibility checker, as far as tests read it. */
type Finding = { ruleId: string; value: [string, string]; message: string; snippet: string; node: Node };

/** A standard, or a part of it, as the checker knows it. */
type Guideline = { id: string; checkpoints: { rules?: { id: string }[] }[] };
type Checker = {
  getGuidelines(): Guideline[];
  addGuideline(guideline: Guideline): void;
  check(root: Document, guidelines: string[]): Promise<{ results: Finding[] }>;
};

/** Names of the rules that read colours. */
const colourRules = "color|contrast|background|^style_";

/** The violations of WCAG 2.2 that the checker finds on a page, as lines of text. */
export function findViolations(page: Page): Promise<string[]> {
  return scan(page, "");
}

/** Violations of the rules that read colours. A scan of a second colour scheme needs no others. */
export function findColourViolations(page: Page): Promise<string[]> {
  return scan(page, colourRules);
}

async function scan(page: Page, ruleNames: string): Promise<string[]> {
  if (!(await page.evaluate(() => Reflect.has(globalThis, "ace")))) await page.evaluate(engine);
  return page.evaluate(async (names): Promise<string[]> => {
    const ace: { Checker: new () => Checker } = Reflect.get(globalThis, "ace");
    const checker = new ace.Checker();
    const standard = checker.getGuidelines().find(({ id }) => id === "WCAG_2_2");
    if (standard === undefined) throw new Error("The checker has no WCAG 2.2.");
    const wanted = new RegExp(names);
    const checkpoints = standard.checkpoints.map((each) => ({
      ...each,
      rules: (each.rules ?? []).filter(({ id }) => wanted.test(id)),
    }));
    checker.addGuideline({ ...standard, id: "wanted", checkpoints });
    const { results } = await checker.check(document, ["wanted"]);
    // Nobody reaches what is inert behind a dialog. The checker misses tab stops in it, and does not pass over it.
    const isInert = ({ node }: Finding) =>
      (node instanceof Element ? node : node.parentElement)?.closest("[inert]") != null;
    // The results hold elements, which stay in the page.
    return results
      .filter((finding) => !isInert(finding))
      .filter(({ value: [level, result] }) => level === "VIOLATION" && result === "FAIL")
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet.slice(0, 120)}`);
  }, ruleNames);
}

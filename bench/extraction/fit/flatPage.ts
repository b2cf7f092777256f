import type { Browser } from "puppeteer";
import { Type } from "typebox";
import { Value } from "typebox/value";
import type { MarkdownTask } from "#activities/extract/page/flat/readFlatPage.ts";
import { onScriptlessPage, probe } from "../scriptlessPage.ts";

const Probed = Type.Object({
  markdown: Type.Object({
    html: Type.String(),
    title: Type.String(),
    heading: Type.String(),
    declared: Type.Boolean(),
  }),
});

/** The page as the product reads it in the browser before it looks for the main content. */
export async function flatPageOf(browser: Browser, html: string): Promise<MarkdownTask> {
  const probed = await onScriptlessPage(browser, html, (session) => probe(session, ["markdown"]));
  return Value.Parse(Probed, probed).markdown;
}

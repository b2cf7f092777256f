import type { Step } from "#schemas/options/steps.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import type { Texts } from "#schemas/renders/texts.ts";

/**
 * The steps of a page. Those of a crawl may fill in secrets, which are for the origin of its start page. Pages of other
 * origins get none.
 */
export function stepsFor({ url, crawl }: Pick<RenderSpec, "url" | "crawl">, { steps = "[]" }: Texts): Step[] {
  if (crawl !== undefined && crawl.origin !== new URL(url).origin) return [];
  // The API validated this JSON before sealing it, and GCM proves that it is unchanged.
  const opened: Step[] = JSON.parse(steps);
  return opened;
}

import { Type } from "typebox";
import type { Box, PageRegion } from "#schemas/diff.ts";
import type { IgnoredRegion, MonitorCapture } from "#schemas/monitor/capture.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { RenderFailure } from "../failures.ts";
import { regionsProbe, toRegions } from "./regions.ts";

/** An element that a selector of `ignoreRegions` found, in pixels of its run's picture. */
export type IgnoredElement = Box & { selector: string };

/** The selectors of `ignoreRegions`. */
export function selectorsOf(ignored: readonly IgnoredRegion[]): string[] {
  return ignored.flatMap((region) => ("selector" in region ? [region.selector] : []));
}

/** Maximum elements of all selectors together. The first ones count. */
const maxElements = 500;
const from0 = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const from1 = Type.Integer({ minimum: 1, maximum: 1_000_000 });

const Probed = Type.Object(
  {
    regions: Type.Unknown(),
    invalid: Type.Union([Type.String({ maxLength: 512 }), Type.Null()]),
    elements: Type.Array(
      Type.Object(
        { selector: Type.String({ maxLength: 512 }), x: from0, y: from0, width: from1, height: from1 },
        { additionalProperties: false },
      ),
      { maxItems: maxElements },
    ),
  },
  { additionalProperties: false },
);
const validate = bodyValidator(Probed);

/** The JavaScript expression that reads what a monitor's comparison needs beside the picture. Null if it needs nothing. */
export function monitorProbe({ regions, ignoreRegions = [], fullPage = true }: MonitorCapture): string | null {
  const selectors = selectorsOf(ignoreRegions);
  if (regions !== true && selectors.length === 0) return null;
  const options = JSON.stringify({ selectors, limit: maxElements, fullPage });
  return `({ regions: ${regions === true ? regionsProbe : "[]"}, ...(${listElements.toString()})(${options}) })`;
}

/**
 * Validates the probe's value; empty if a hostile page returned another shape.
 * @throws RenderFailure `selector_not_found` if the browser refused a selector.
 */
export function readProbed(probed: unknown): { regions: PageRegion[]; elements: IgnoredElement[] } {
  const checked = validate(probed);
  if (!checked.ok) return { regions: [], elements: [] };
  const { regions, invalid, elements } = checked.value;
  if (invalid !== null) {
    throw new RenderFailure("selector_not_found", `ignoreRegions: ${JSON.stringify(invalid)} is not valid.`);
  }
  return { regions: toRegions(regions), elements };
}

type ElementOptions = { selectors: readonly string[]; limit: number; fullPage: boolean };

/** Runs in the page: lists the elements in pixels of the picture, or the first selector that is not valid. */
function listElements({ selectors, limit, fullPage }: ElementOptions): {
  invalid: string | null;
  elements: IgnoredElement[];
} {
  const [left, top] = fullPage ? [scrollX, scrollY] : [0, 0];
  const scale = devicePixelRatio;
  const elements: IgnoredElement[] = [];
  for (const selector of selectors) {
    let found: NodeListOf<Element>;
    try {
      found = Document.prototype.querySelectorAll.call(document, selector);
    } catch {
      return { invalid: selector, elements: [] };
    }
    for (const element of found) {
      const box = Element.prototype.getBoundingClientRect.call(element);
      const x = Math.max(0, Math.floor((box.left + left) * scale));
      const y = Math.max(0, Math.floor((box.top + top) * scale));
      const width = Math.ceil((box.right + left) * scale) - x;
      const height = Math.ceil((box.bottom + top) * scale) - y;
      const isShown = Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
      if (isShown && width >= 1 && height >= 1 && elements.length < limit) {
        elements.push({ selector, x, y, width, height });
      }
    }
  }
  return { invalid: null, elements };
}

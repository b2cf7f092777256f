import { comparesRegions, takesPicture } from "#rules/comparedParts.ts";
import { Type } from "typebox";
import type { Box, PageRegion } from "#schemas/diff.ts";
import type { MonitorCapture } from "#schemas/monitor/capture.ts";
import type { ValueEntry } from "#schemas/options/values.ts";
import type { IgnoredRegion } from "#schemas/options/watch.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { DrawnTree } from "../browser/inPage/drawnTree.ts";
import { ElementMeasurer } from "../browser/inPage/elementMeasurer.ts";
import { RenderFailure } from "../failures.ts";
import { textProbe } from "./pageText.ts";
import { pageExpression } from "../extract/registry.ts";
import { valuesProbe } from "../extract/values/valuesProbe.ts";
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
    origin: Type.Union([
      Type.Object({ x: from0, y: from0, width: from1, height: from1 }, { additionalProperties: false }),
      Type.Null(),
    ]),
    isFound: Type.Optional(Type.Boolean()),
    regions: Type.Unknown(),
    text: Type.Unknown(),
    values: Type.Optional(Type.Unknown()),
    product: Type.Optional(Type.Unknown()),
    scale: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
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

/** The expression of an element's box. */
function measureIn(selector: string): string {
  const classes = [DrawnTree, ElementMeasurer].map(String).join("\n");
  return `(() => { ${classes}\nreturn new ElementMeasurer().measure(${JSON.stringify(selector)}); })()`;
}

/** The JavaScript expression that reads what a monitor's comparison needs beside the picture. Null if it needs nothing. */
export function monitorProbe(capture: MonitorCapture): string | null {
  const { ignoreRegions = [], fullPage = true, text = false, values = [], selector, clip } = capture;
  const selectors = selectorsOf(ignoreRegions);
  if (!comparesRegions(capture) && selectors.length === 0 && !text && values.length === 0) return null;
  const regions = comparesRegions(capture) ? regionsProbe : "[]";
  const options = JSON.stringify({
    selectors,
    limit: maxElements,
    isScrolled: fullPage || selector !== undefined || clip !== undefined,
  });
  const parts = [
    // Without a picture, nothing else looks for the element.
    ...(selector === undefined || takesPicture(capture) ? [] : [`isFound: ${isFoundIn(selector)}`]),
    `origin: ${takesPicture(capture) ? originOf(capture) : "null"}`,
    `regions: ${regions}`,
    ...spreadValues(values),
    `...(${listElements.toString()})(${options})`,
    // Last, because reading the text removes ignored elements.
    `text: ${text ? textProbe(selectors, selector) : "null"}`,
  ];
  return `({ ${parts.join(",\n")} })`;
}

/** The expression of whether the page has an element. */
function isFoundIn(selector: string): string {
  return `Document.prototype.querySelector.call(document, ${JSON.stringify(selector)}) !== null`;
}

/** The member of the probe that has those of values; none without values. */
function spreadValues(values: readonly ValueEntry[]): string[] {
  const { functions, members } = valuesProbe(values);
  return members.length === 0 ? [] : [`...${pageExpression(functions, `return { ${members.join(", ")} };`)}`];
}

/** The expression of the part of the page that the picture shows; `null` for the whole page. */
function originOf({ selector, clip }: MonitorCapture): string {
  if (clip !== undefined) return JSON.stringify(clip);
  return selector === undefined ? "null" : measureIn(selector);
}

/** The values that the probe read. `text` is not validated yet. */
type ProbedParts = { regions: PageRegion[]; elements: IgnoredElement[]; text: unknown };

/**
 * Validates the probe's value; empty if a hostile page returned another shape.
 * @throws RenderFailure `selector_not_found` if the browser refused a selector, or if the page lacks the watched element.
 */
export function readProbed(probed: unknown): ProbedParts {
  const checked = validate(probed);
  if (!checked.ok) return { regions: [], elements: [], text: null };
  const { origin, isFound, scale, regions, invalid, elements, text } = checked.value;
  if (isFound === false) throw new RenderFailure("selector_not_found");
  if (invalid !== null) {
    throw new RenderFailure("selector_not_found", `ignoreRegions: ${JSON.stringify(invalid)} is not valid.`);
  }
  return { regions: within(toRegions(regions), origin, 1), elements: within(elements, origin, scale), text };
}

/**
 * The parts of boxes that lie in the watched element, from its top left corner. All boxes without an element. `scale` is the
 * pixels of a box for each CSS pixel.
 */
function within<Placed extends Box>(boxes: readonly Placed[], origin: Box | null, scale: number): Placed[] {
  if (origin === null) return [...boxes];
  const left = Math.round(origin.x * scale);
  const top = Math.round(origin.y * scale);
  const right = left + Math.round(origin.width * scale);
  const bottom = top + Math.round(origin.height * scale);
  return boxes.flatMap((box) => {
    const x = Math.max(left, box.x);
    const y = Math.max(top, box.y);
    const width = Math.min(right, box.x + box.width) - x;
    const height = Math.min(bottom, box.y + box.height) - y;
    return width < 1 || height < 1 ? [] : [{ ...box, x: x - left, y: y - top, width, height }];
  });
}

type ElementOptions = { selectors: readonly string[]; limit: number; isScrolled: boolean };

/** Runs in the page: lists the elements in pixels of the page's picture, or the first selector that is not valid. */
function listElements({ selectors, limit, isScrolled }: ElementOptions): {
  scale: number;
  invalid: string | null;
  elements: IgnoredElement[];
} {
  const [left, top] = isScrolled ? [scrollX, scrollY] : [0, 0];
  const scale = devicePixelRatio;
  const elements: IgnoredElement[] = [];
  for (const selector of selectors) {
    let found: NodeListOf<Element>;
    try {
      found = Document.prototype.querySelectorAll.call(document, selector);
    } catch {
      return { scale, invalid: selector, elements: [] };
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
  return { scale, invalid: null, elements };
}

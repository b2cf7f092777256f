import type { ValueEntry } from "#schemas/options/values.ts";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import { flatPageDependencies, readFlatFrame } from "./page/flat/readFlatPage.ts";
import { elementMapDependencies, readFrameElements } from "./page/readElementMap.ts";
import { linkDependencies, readLinks } from "./page/readLinks.ts";
import type { PageFunction } from "./page/safeDom.ts";
import { openShared, sharedDependencies } from "./page/shared.ts";
import { pageExpression } from "./registry.ts";
import { elementsProbe } from "./values/valuesProbe.ts";

/** The parts of a frame that a capture needs. `controls` of a flat text are the words of its controls. */
type FrameParts = { flat?: { controls: boolean }; links?: boolean; elements?: boolean; values?: readonly ValueEntry[] };

/** The parts of frames that extracts and values need. */
export function framePartsOf(extracts: readonly ExtractName[], values: readonly ValueEntry[] = []): FrameParts {
  return {
    ...(extracts.includes("markdown") && { flat: { controls: false } }),
    links: extracts.includes("links"),
    elements: extracts.includes("elements"),
    values,
  };
}

/** The JavaScript expression whose value is a frame's `FrameContent`; null if no part of frames is needed. */
export function buildFrameProbe({ flat, links = false, elements = false, values = [] }: FrameParts): string | null {
  const functions: PageFunction[] = [];
  const members: string[] = [];
  if (flat !== undefined) {
    functions.push(readFlatFrame, ...flatPageDependencies);
    members.push(`flat: ${readFlatFrame.name}(${flat.controls})`);
  }
  if (links) {
    functions.push(readLinks, ...linkDependencies);
    members.push(`links: ${readLinks.name}()`);
  }
  if (elements) {
    functions.push(...sharedDependencies, ...elementMapDependencies);
    members.push(`elements: ${readFrameElements.name}(${openShared.name}())`);
  }
  const ofValues = elementsProbe(values);
  functions.push(...ofValues.functions);
  members.push(...ofValues.members);
  return members.length === 0 ? null : pageExpression(functions, `return { ${members.join(", ")} };`);
}

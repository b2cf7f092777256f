import type { MappedElement } from "#schemas/extracts/elements.ts";
import type { ElementsRead, FlatHtml, LinksRead } from "./contents.ts";
import { ownGetter, type PageFunction } from "./safeDom.ts";

/** The elements of a frame, in pixels from the top left of what it shows. `cut` says that some are missing. */
export type FrameElements = { elements: MappedElement[]; cut: boolean };

/** The contents of a frame, each part if it was asked for. Those of frames inside it are a part of them. */
export type FrameContent = { flat?: FlatHtml; links?: LinksRead; values?: ElementsRead; elements?: FrameElements };

/** Runs in the page. The contents of a frame's element; null if the frame was not read. */
export function frameContent(element: Element): FrameContent | null {
  return keptFrames().get(element) ?? null;
}

/** The contents of the document's frames by their elements, in document order. The worker keeps them before it reads the page. */
export function keptFrames(): ReadonlyMap<Element, FrameContent> {
  const kept: ReadonlyMap<Element, FrameContent> | undefined = Reflect.get(globalThis, "watchframeFrames");
  return kept ?? new Map();
}

/** The body of the document; a frameset if it has one in place of it. */
export function bodyElement(): Element | null {
  const body = ownGetter(Document.prototype, "body", document);
  return body instanceof Element ? body : null;
}

/** Dependencies of `frameContent`, with itself. */
export const frameDependencies: readonly PageFunction[] = [frameContent, keptFrames];

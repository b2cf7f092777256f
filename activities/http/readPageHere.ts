import { getEncoding } from "encoding-sniffer";
import { documentMarks } from "#rules/challenges.ts";
import { ContentReader, type DocumentContents } from "../browser/inPage/contentReader.ts";
import { openWorld } from "./dom/pageWorld.ts";
import { isUtf8 } from "node:buffer";

/** A document to read. `expression` is the caller's probe; null for none. */
export type PageTask = {
  bytes: Uint8Array;
  /** Label of the encoding that the reply states; null for none. */
  encoding: string | null;
  url: string;
  /** Characters of visible text to return. */
  maxTextChars: number;
  expression: string | null;
};

/** The document's contents, the probe's value as JSON, and the scripts and frames that a browser would load. */
export type ReadPage = {
  title: string;
  contents: DocumentContents;
  probed: string | null;
  scripts: number;
  frames: number;
  cut: boolean;
};

/** Characters of the probe's value. */
const maxProbeChars = 32 * 2 ** 20;

/** Reads a document by the code that reads pages in a browser. It runs in a child process. */
export function readPageHere({ bytes, encoding, url, maxTextChars, expression }: PageTask): ReadPage {
  const decoder = decoderFor(bytes, encoding);
  const world = openWorld({ html: decoder.decode(bytes), url, charset: decoder.encoding });
  const { document } = world;
  const options = JSON.stringify({ marks: documentMarks, maxChars: maxTextChars });
  // The code's own object, so its shape is that of the class.
  const contents: DocumentContents = Object(
    world.evaluate(`(() => { ${ContentReader.toString()}\nreturn new ContentReader().read(${options}); })()`),
  );
  const title = document.querySelector("title")?.textContent ?? "";
  const scripts = [...document.querySelectorAll("script")].filter(isScript).length;
  const frames = document.querySelectorAll("iframe, frame").length;
  const probed = expression === null ? null : JSON.stringify(world.evaluate(expression));
  if (probed !== null && probed.length > maxProbeChars) throw new RangeError("The extracted data is too large.");
  return { title: title.replaceAll(/\s+/gu, " ").trim(), contents, probed, scripts, frames, cut: world.cut };
}

/** Whether a browser would run a `script` element. */
function isScript(element: Element): boolean {
  return /^\s*(?:$|module\b|(?:text|application)\/(?:java|ecma)script\b)/iu.test(element.getAttribute("type") ?? "");
}

/** The decoder as browsers choose it; without any statement, UTF-8 if the bytes are valid, else that of the Western web. */
function decoderFor(bytes: Uint8Array, stated: string | null): TextDecoder {
  const passed = stated === null ? {} : { transportLayerEncodingLabel: stated };
  const label = getEncoding(bytes, { ...passed, defaultEncoding: "" });
  try {
    return new TextDecoder(label === "" ? usualLabel(bytes) : label);
  } catch {
    // No decoder knows the name, so it says nothing.
    return new TextDecoder(usualLabel(bytes));
  }
}

function usualLabel(bytes: Uint8Array): string {
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

import type { FlatHtml } from "../contents.ts";
import { bodyElement } from "../frames.ts";
import {
  absoluteUrl,
  attribute,
  baseAddress,
  ownGetter,
  type PageFunction,
  plainText,
  rootElement,
  selectAll,
  textDependencies,
} from "../safeDom.ts";
import { articleBody, declarationDependencies, declaresArticle, description } from "./declarations.ts";
import { attributesFor, escapeText, flatContext } from "./flatAttributes.ts";
import { flatChildren, writeFlat, writeFlatDependencies } from "./writeFlat.ts";

/**
 * The page's data for `markdown`: its visible content as plain HTML with absolute addresses. `declared` is true if the
 * page declares itself an article. `description` and `articleBody` are what it declares to contain, empty if unknown.
 */
export type FlatPageRead = {
  html: string;
  title: string;
  heading: string;
  declared: boolean;
  description: string;
  articleBody: string;
  cut: boolean;
};

/** Runs in the page. Writes its composed tree without hidden elements and without controls. */
export function readFlatPage(): FlatPageRead {
  const root = rootElement();
  const title = plainText(String(ownGetter(Document.prototype, "title", document)), 1000);
  const headings = selectAll("h1", 2);
  const heading = headings.length === 1 ? plainText(headings[0]?.textContent ?? "", 1000) : "";
  const attributes = root === null ? "" : attributesFor(root, "html");
  const flat = root === null ? { html: "", cut: false } : writeVisible(root);
  const head = `<head><title>${escapeText(title)}</title></head>`;
  const html = `<!DOCTYPE html><html${attributes}>${head}${flat.html}</html>`;
  const declarations = { declared: declaresArticle(), description: description(), articleBody: articleBody() };
  return { html, title, heading, ...declarations, cut: flat.cut };
}

/** Runs in the page. Writes the first element that matches, with the words of its controls, without hidden elements. */
export function readFlatElement(selector: string): FlatPageRead {
  const element: Element | null = Document.prototype.querySelector.call(document, selector);
  // A cell, row or item is not valid outside its parents.
  const isCell = element !== null && /^(?:td|th)$/u.test(element.localName);
  const nodes = element === null ? [] : isCell ? flatChildren(element) : [element];
  const around = /^(?:tr|thead|tbody|tfoot)$/u.test(element?.localName ?? "")
    ? "table"
    : element?.localName === "li"
      ? "ul"
      : "div";
  const { html, cut } = writeFlat(nodes, flatContext("nothing", true));
  const page = `<!DOCTYPE html><html><body><${around}>${html}</${around}></body></html>`;
  return { html: page, title: "", heading: "", declared: false, description: "", articleBody: "", cut };
}

/** Runs in the page. Writes the visible content of a frame's document, to be a part of the page around it. */
export function readFlatFrame(withControls: boolean): FlatHtml {
  const body = bodyElement();
  return writeFlat(body === null ? [] : flatChildren(body), flatContext("nothing", withControls));
}

/** The visible content. If hardly anything is visible because a script did not run, the hidden content. */
function writeVisible(root: Element): FlatHtml {
  const visible = writeFlat(flatChildren(root), flatContext("nothing"));
  // A few hidden parts are meant to be hidden. Most of a page is not. The ratios here were chosen by eye.
  if (visible.hidden > visible.shown * 3) return writeFlat(flatChildren(root), flatContext("visibility"));
  if (visible.shown > 500) return visible;
  const noscript = writeFlat(noscriptNodes(), flatContext("all"));
  const withHidden = writeFlat(flatChildren(root), flatContext("all"));
  const richest =
    noscript.shown > withHidden.shown ? { ...noscript, html: `<body>${noscript.html}</body>` } : withHidden;
  return richest.shown > Math.max(500, visible.shown * 4) ? richest : visible;
}

/** The content of `<noscript>`. In a browser with scripts it is unparsed text. */
function noscriptNodes(): Node[] {
  return selectAll("noscript", 100).flatMap((element) => {
    if (element.firstElementChild !== null) return [...element.childNodes];
    return [...new DOMParser().parseFromString(element.textContent ?? "", "text/html").body.childNodes];
  });
}

/** A flat page to be converted. */
export type MarkdownTask = Pick<FlatPageRead, "html" | "title" | "heading" | "declared"> &
  Partial<Pick<FlatPageRead, "description" | "articleBody">>;

/** Dependencies of `readFlatPage`, `readFlatElement` and `readFlatFrame`. */
export const flatPageDependencies: readonly PageFunction[] = [
  ...declarationDependencies,
  ...textDependencies,
  ...writeFlatDependencies,
  absoluteUrl,
  attribute,
  baseAddress,
  bodyElement,
  noscriptNodes,
  rootElement,
  selectAll,
  writeVisible,
];

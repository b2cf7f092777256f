import { openRoots, ownGetter, rootElement } from "./safeDom.ts";

/** What the page gives for `html`. */
export type HtmlRead = { html: string; cut: boolean };

/** Runs in the page: its doctype and its DOM as it stands now, open shadow roots as declarative templates. */
export function readHtml(): HtmlRead {
  const limit = 10_000_000;
  const root = rootElement();
  if (root === null) return { html: "", cut: false };
  const shadowRoots = openRoots().filter((each) => each instanceof ShadowRoot);
  const inner = Element.prototype.getHTML.call(root, { serializableShadowRoots: true, shadowRoots });
  const shell = root.cloneNode(false);
  const tags = shell instanceof Element ? shell.outerHTML : "";
  const close = tags.lastIndexOf("</");
  const html = close === -1 ? `${doctype()}${tags}` : `${doctype()}${tags.slice(0, close)}${inner}${tags.slice(close)}`;
  return { html: html.slice(0, limit), cut: html.length > limit };
}

/** Runs in the page: the document type as it is written, or nothing. */
export function doctype(): string {
  const type = ownGetter(Document.prototype, "doctype", document);
  if (!(type instanceof DocumentType)) return "";
  const systemId = type.systemId === "" ? "" : ` "${type.systemId}"`;
  const publicId = type.publicId === "" ? "" : ` PUBLIC "${type.publicId}"`;
  const system = publicId === "" && systemId !== "" ? " SYSTEM" : "";
  return `<!DOCTYPE ${type.name}${publicId}${system}${systemId}>\n`;
}

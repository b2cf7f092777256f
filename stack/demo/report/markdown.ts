import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { Html } from "#markup/html.ts";

/**
 * Hostile markdown as safe markup. HTML in it becomes text, only http and https addresses are links, and images are
 * words, so the page loads nothing.
 */
export function renderMarkdown(text: string): Html {
  const components = { a: PageLink, img: ImageWords };
  // React escapes every text and attribute.
  return new Html(
    renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm], components, children: text })),
  );
}

function PageLink({ href = "", children }: { href?: string | undefined; children?: ReactNode }): ReactNode {
  return /^https?:\/\//.test(href) ? createElement("a", { href, rel: "noreferrer noopener" }, children) : children;
}

function ImageWords({ alt = "" }: { alt?: string | undefined }): ReactNode {
  return createElement("em", null, alt === "" ? "[image]" : `[image: ${alt}]`);
}

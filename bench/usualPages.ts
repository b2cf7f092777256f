import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { trivialPage } from "./samplePages.ts";

const words = "The harbour office opens at eight, and the first ferry has left by then with the mail and the milk. ";
const look =
  "body { margin: 0; font: 16px/1.5 sans-serif; color: #223 } main { max-width: 1000px; margin: auto } img { display: block }";
const html = (title: string, body: string, css = "") =>
  `<!doctype html><html lang=en><title>${title}</title><style>${look}${css}</style><main><h1>${title}</h1>${body}</main>`;
const each = <Value>(count: number, write: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => write(index));

const shopItem = (index: number) =>
  `<li><img src="/picture-${index}.png" width=160 height=120><b>Boots ${index}</b> <span>€ ${20 + index}.90</span>`;
const chapter = (index: number) =>
  `<h2 id=c${index}>Chapter ${index}</h2><p>${words.repeat(4)}<pre><code>${`const lamp${index} = light(${index});\n`.repeat(12)}</code></pre>`;

/** Usual pages of six kinds, by name. All are short of what a visitor would call slow. */
const pages: Readonly<Record<string, string>> = {
  simple: trivialPage,
  article: html(
    "Ferries and fog",
    each(
      12,
      (index) =>
        `<p>${words.repeat(5)}${index % 3 === 0 ? `<img loading=lazy src="/picture-${index}.png" width=600 height=300>` : ""}`,
    ).join("") + `<script async src="/late.js?40"></script>`,
  ),
  shop: html(
    "Boots",
    `<ul>${each(60, shopItem).join("")}</ul>`,
    "ul { display: grid; grid-template-columns: repeat(5, 1fr); gap: 12px; list-style: none; padding: 0 }",
  ),
  documentation: html(
    "Lamps by hand",
    `<nav>${each(40, (index) => `<a href="#c${index}">${index}</a> `).join("")}</nav>${each(40, chapter).join("")}`,
    "pre { background: #eef; padding: 8px }",
  ),
  "late script": html("Prices", `<p id=text>${words}</p><script src="/late.js?150" defer></script>`),
  "fonts and motion": html(
    "Moving lamps",
    `<p class=in>${words.repeat(6)}</p><p class=turn>*</p><p class=in>${words.repeat(6)}</p>`,
    "@font-face { font-family: own; src: url(/font.woff2) } body { font-family: own, sans-serif } @keyframes in { from { opacity: 0; translate: 0 20px } } @keyframes turn { to { rotate: 1turn } } .in { animation: in .3s ease-out both } .turn { width: 1em; animation: turn 2s linear infinite }",
  ),
};

/** Names of the pages. Each is at `/` and its name. */
export const usualPageNames = Object.keys(pages);

/** A late script adds a block of text, as a banner or a price does. */
const lateScript = `document.querySelector("main").insertAdjacentHTML("afterbegin", "<p style='background:#ffd;padding:12px'>Low water until six.</p>")`;

type File = { type: string; body: string | Buffer; delayMs: number };

/** Serves the pages with their files. Pictures take 5 to 20 ms, and a late script as many as its query says. */
export async function usualSite(): Promise<RequestListener> {
  const pictures = await Promise.all(each(60, picture));
  const fontFile = import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
  const font = await readFile(fileURLToPath(fontFile));
  const fileAt = ({ pathname, search }: URL): File => {
    const index = Number(/^\/picture-(\d+)\.png$/.exec(pathname)?.[1] ?? -1);
    const found = pictures[index];
    if (found !== undefined) return { type: "image/png", body: found, delayMs: 5 + (index % 4) * 5 };
    if (pathname === "/late.js") return { type: "text/javascript", body: lateScript, delayMs: Number(search.slice(1)) };
    if (pathname === "/font.woff2") return { type: "font/woff2", body: font, delayMs: 10 };
    return { type: "text/html", body: pages[decodeURIComponent(pathname.slice(1))] ?? "", delayMs: 0 };
  };
  return (request, response) => {
    const { type, body, delayMs } = fileAt(new URL(request.url ?? "/", "http://site"));
    setTimeout(() => response.setHeader("content-type", type).end(body), delayMs);
  };
}

function picture(index: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 60 + 2 * index, sigma: 20 } as const;
  return sharp({ create: { width: 320, height: 240, channels: 3, background: "#468", noise } })
    .png()
    .toBuffer();
}

import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type Browser, type CDPSession, launch, type Page } from "puppeteer";
import sharp from "sharp";
import type { ExtractedOutput } from "#activities/extract/extractor.ts";
import { buildProbe, runExtractors } from "#activities/extract/registry.ts";
import type { Json } from "#schemas/common.ts";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import { chromePath } from "../support/provisioned.ts";

/**
 * A browser and a server on loopback for the pages of one test file. Paths ending in `.png` or `.jpg` are pictures of 64
 * by 48 pixels, or of the size in their name (`hero-640x360.png`). `/fonts/` has the files of @fontsource/cousine. Names
 * with `missing` do not exist. HTML that begins with `<!-- without charset -->` is served so. `OTHER-ORIGIN` in the HTML is the same server under another origin.
 */
export type ChromePages = {
  /** Loads HTML and returns the probe's value for these extracts, from an isolated world. */
  probe(html: string, extracts: readonly ExtractName[]): Promise<{ probed: Json; url: string; milliseconds: number }>;
  /** Loads HTML and returns the finished extracts. The server's address is replaced by `https://page.test/`. */
  extract(html: string, extracts: readonly ExtractName[]): Promise<ExtractedOutput[]>;
  /** For each element, the family in which the browser draws most of its characters. */
  drawnFamilies(html: string, selector: string): Promise<(string | undefined)[]>;
  close(): Promise<void>;
};

/** Starts the browser and the server. `files` are served beside the page, by path. */
export async function openChromePages(files: Readonly<Record<string, string>> = {}): Promise<ChromePages> {
  let html = "";
  const server = createServer((request, response) => {
    const path = (request.url ?? "").split("?", 1)[0] ?? "";
    void answer(path === "/" ? html : files[path], path).then(({ type, bytes }) => {
      response.statusCode = bytes === null ? 404 : 200;
      // The browser refuses fonts of another origin without this header.
      response.setHeader("access-control-allow-origin", path.startsWith("/fonts/") ? "*" : "null");
      response.setHeader("content-type", type).end(bytes ?? "");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launch({
    executablePath: chromePath(),
    headless: "shell",
    // Only this server can be reached, in any network.
    args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
    pipe: true,
  });
  const url = `http://127.0.0.1:${portOf(server)}/`;

  const probe: ChromePages["probe"] = async (source, extracts) => {
    html = source.replaceAll("OTHER-ORIGIN", `http://localhost:${portOf(server)}`);
    return await onPage(browser, async (page) => {
      await page.goto(url);
      await evaluateIsolated(page, fontsReady);
      // Lazy images do not delay the load event.
      if (source.includes('"lazy"')) await page.waitForNetworkIdle({ idleTime: 100, timeout: 2000 });
      const started = performance.now();
      const probed = await evaluateIsolated(page, buildProbe(extracts) ?? "null");
      return { probed, url, milliseconds: performance.now() - started };
    });
  };
  return {
    probe,
    async extract(source, extracts) {
      const { probed } = await probe(source, extracts);
      // Before extraction, so that code that depends on the host sees a real one.
      const moved: Json = JSON.parse(
        JSON.stringify(probed)
          .replaceAll(url, "https://page.test/")
          .replaceAll(url.replace("127.0.0.1", "localhost"), "https://other.test/"),
      );
      return await runExtractors(extracts, { probed: moved }, { finalUrl: "https://page.test/", owner: "test" });
    },
    async drawnFamilies(source, selector) {
      html = source;
      return await onPage(browser, async (page) => {
        await page.goto(url);
        return await drawnFamilies(await page.createCDPSession(), selector);
      });
    },
    async close() {
      await browser.close();
      await new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}

type Answer = { type: string; bytes: string | Buffer | null };

async function answer(text: string | undefined, path: string): Promise<Answer> {
  const types: Record<string, string> = { css: "text/css", js: "text/javascript", svg: "image/svg+xml" };
  const ending = /\.(\w+)$/u.exec(path)?.[1] ?? "";
  const html = text?.startsWith("<!-- without charset -->") === true ? "text/html" : "text/html; charset=utf-8";
  if (text !== undefined) return { type: types[ending] ?? html, bytes: text };
  if (path.includes("missing")) return { type: "text/html; charset=utf-8", bytes: null };
  if (ending === "png" || ending === "jpg") return { type: "image/png", bytes: await picture(path) };
  if (/^\/fonts\/[\w-]+\.woff2?$/u.test(path)) {
    const folder = import.meta.resolve("@fontsource/cousine/files/cousine-latin-400-normal.woff2");
    return { type: "font/woff2", bytes: await readFile(new URL(path.slice("/fonts/".length), folder)) };
  }
  return { type: "text/html; charset=utf-8", bytes: null };
}

async function picture(path: string): Promise<Buffer> {
  const [, width = "64", height = "48"] = /-(\d+)x(\d+)\.\w+$/u.exec(path) ?? [];
  const create = { width: Number(width), height: Number(height), channels: 3 as const, background: "#456" };
  return sharp({ create }).png().toBuffer();
}

/** Through the prototype, because an element of the page may be named `fonts`. */
const fontsReady = `Object.getOwnPropertyDescriptor(Document.prototype, "fonts").get.call(document).ready.then(() => null)`;

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new TypeError("expected a server on a port");
  return address.port;
}

async function onPage<Value>(browser: Browser, use: (page: Page) => Promise<Value>): Promise<Value> {
  const page = await browser.newPage();
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}

async function drawnFamilies(session: CDPSession, selector: string): Promise<(string | undefined)[]> {
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector });
  const families: (string | undefined)[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    families.push(fonts.toSorted((a, b) => b.glyphCount - a.glyphCount)[0]?.familyName);
  }
  return families;
}

async function evaluateIsolated(page: Page, expression: string): Promise<Json> {
  const session = await page.createCDPSession();
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "probe" });
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId: world.executionContextId,
    returnByValue: true,
    awaitPromise: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const value: Json = result.value;
  return value;
}

/** The bytes of an extract as text. */
export function textOf(outputs: readonly ExtractedOutput[], name: ExtractName): string {
  return outputs.find((output) => output.name === name)?.bytes.toString("utf8") ?? "";
}

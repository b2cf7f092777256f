import { createServer, type Server } from "node:http";
import { launch, type Browser, type Page } from "puppeteer";
import { buildProbe } from "#activities/extract/buildProbe.ts";
import { runExtractors } from "#activities/extract/runExtractors.ts";
import type { ExtractedOutput } from "#activities/extract/extractor.ts";
import type { Json } from "#schemas/common.ts";
import type { ExtractName } from "#schemas/outputs.ts";
import { chromePath } from "#test/support/provisioned.ts";

/** Pages of one test file: a browser, and a server on loopback that gives it HTML. */
export type ChromePages = {
  /** Loads HTML and gives what the probe of these extracts reads in an isolated world. */
  probe(html: string, extracts: readonly ExtractName[]): Promise<{ probed: Json; url: string; milliseconds: number }>;
  /** The same through to the outputs, with the server's address written as `https://page.test/`. */
  extract(html: string, extracts: readonly ExtractName[]): Promise<ExtractedOutput[]>;
  close(): Promise<void>;
};

/** Starts the browser and the server. */
export async function openChromePages(): Promise<ChromePages> {
  let html = "";
  const server = createServer((request, response) => {
    response.statusCode = request.url === "/" ? 200 : 404;
    response.setHeader("content-type", "text/html; charset=utf-8").end(request.url === "/" ? html : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await launch({
    executablePath: chromePath(),
    headless: "shell",
    args: ["--no-sandbox"],
    pipe: true,
  });
  const url = `http://127.0.0.1:${portOf(server)}/`;

  const probe: ChromePages["probe"] = async (source, extracts) => {
    html = source;
    return await onPage(browser, async (page) => {
      await page.goto(url);
      const started = performance.now();
      const probed = await evaluateIsolated(page, buildProbe(extracts) ?? "null");
      return { probed, url, milliseconds: performance.now() - started };
    });
  };
  return {
    probe,
    async extract(source, extracts) {
      const { probed } = await probe(source, extracts);
      // Before extraction, so that what depends on the host sees a real one.
      const moved: Json = JSON.parse(JSON.stringify(probed).replaceAll(url, "https://page.test/"));
      const info = {
        finalUrl: "https://page.test/",
        statusCode: 200,
        title: "",
        contentType: "text/html",
        redirects: [],
      };
      return await runExtractors(extracts, moved, info);
    },
    async close() {
      await browser.close();
      await new Promise<unknown>((resolve) => server.close(resolve));
    },
  };
}

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

async function evaluateIsolated(page: Page, expression: string): Promise<Json> {
  const session = await page.createCDPSession();
  const { frameTree } = await session.send("Page.getFrameTree");
  const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "probe" });
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression,
    contextId: world.executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const value: Json = result.value;
  return value;
}

/** The words of an output. */
export function textOf(outputs: readonly ExtractedOutput[], name: ExtractName): string {
  return outputs.find((output) => output.name === name)?.bytes.toString("utf8") ?? "";
}

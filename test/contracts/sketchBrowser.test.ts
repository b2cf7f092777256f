import { expect } from "chai";
import sharp from "sharp";
import { monitorProbe, readProbed } from "#activities/monitor/monitorProbe.ts";
import type { CapturedPage, CaptureRequest } from "#activities/ports.ts";
import { createEgressPolicy } from "#egress/policy.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { serveSite, stopAll } from "../egress/support.ts";
import { renderSpec } from "../support/renderSpec.ts";
import { openPages, openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { answerWith } from "../support/sketches/visitSite.ts";

const viewport = { width: 320, height: 240 };
const screenshot = { format: "png", quality: 80, fullPage: true } as const;
const context = { signal: new AbortController().signal, onStage: () => undefined };

function requestFor(url: string, more: Partial<RenderSpec> = {}): CaptureRequest {
  const spec = renderSpec({ sealedFor: "job", url, viewport, screenshot, ...more });
  return { jobId: "job", accountId: "account", spec, headers: {}, cookies: [], texts: {}, probe: "a probe" };
}

/** A stand-in that shows one page. */
const openPage = (html: string) =>
  openPages(({ spec }) => Promise.resolve(answerWith(spec.url, html)))()(1, () => undefined);

async function sketch(html: string, more: Partial<RenderSpec> = {}): Promise<CapturedPage> {
  const { capture, close } = await openPage(html);
  const captured = await capture.capture(
    requestFor("https://example.com/", { extracts: ["metadata"], ...more }),
    context,
  );
  await close();
  return captured;
}

async function pixelsOf({ screenshot: picture }: CapturedPage): Promise<Buffer> {
  return sharp(picture?.bytes).raw().toBuffer();
}

async function messageOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}

describe("the stand-in for the browser", () => {
  afterEach(stopAll);

  it("draws the background and the characters, the same at each visit", async () => {
    const black = await sketch('<title>Colour</title><body style="background:black">');
    expect(black.page).to.include({ title: "Colour", statusCode: 200 });
    expect((await pixelsOf(black)).every((byte) => byte === 0)).to.equal(true);
    const [first, again, other] = await Promise.all(
      ["One 39", "One 39", "One 29"].map(async (text) => pixelsOf(await sketch(`<main><h1>A</h1><p>${text}</main>`))),
    );
    expect(first?.equals(again ?? Buffer.of())).to.equal(true);
    expect(first?.equals(other ?? Buffer.of())).to.equal(false);
  });

  it("reads title, heading and text of a page without its own head and body", async () => {
    const { probed } = await sketch("<!doctype html><title>Shop</title><h1>Lamps</h1><p>39 <b>euro</b>", {
      extracts: ["metadata", "markdown"],
    });
    expect(probed).to.have.nested.include({ "metadata.title": "Shop", "markdown.heading": "Lamps" });
    expect(JSON.stringify(probed)).to.include("<p>39 <b>euro</b></p>");
  });

  it("draws a block with its own background and height between the others", async () => {
    const { screenshot: picture } = await sketch(
      '<body style="margin:0;font:20px serif"><p>One</p><p style="background:#fc0;padding:100px"></p><p>Two</p>',
    );
    expect(picture?.height).to.equal(2 * 8 + 2 * 24 + 224);
    const row = { left: 300, width: 1, height: 1 };
    const pixelAt = async (top: number) => [
      ...(await sharp(picture?.bytes)
        .extract({ ...row, top })
        .raw()
        .toBuffer()),
    ];
    expect(await pixelAt(8 + 24 - 1)).to.deep.equal([255, 255, 255]);
    expect(await pixelAt(8 + 24)).to.deep.equal([255, 204, 0]);
    expect(await pixelAt(8 + 24 + 223)).to.deep.equal([255, 204, 0]);
    expect(await pixelAt(8 + 24 + 224)).to.deep.equal([255, 255, 255]);
  });

  it("grows to the text of a full page, and to the scale", async () => {
    const long = "<p>line</p>".repeat(40);
    expect((await sketch(long)).screenshot?.height).to.equal(2 * 8 + 40 * 24);
    const cut = { screenshot: { ...screenshot, fullPage: false }, emulation: { deviceScaleFactor: 2 } };
    expect((await sketch(long, cut)).screenshot).to.include({ width: 640, height: 480 });
  });

  it("gives monitors the text and the regions of a page", async () => {
    const { capture } = await openPage("<title>Shop</title><p>One</p><p>Two");
    const captured = await capture.capture(
      { ...requestFor("https://example.com/"), probe: monitorProbe({ text: true, regions: true }) },
      context,
    );
    const { regions, elements, text } = readProbed(captured.probed);
    expect(regions.map(({ label, y }) => [label, y])).to.deep.equal([
      ["One", 8],
      ["Two", 32],
    ]);
    expect(elements).to.deep.equal([]);
    expect(text).to.include({ title: "Shop" });
  });

  it("fails a capture that it can't draw, and then its own closing", async () => {
    const refused: [html: string, more: Partial<RenderSpec>, message: RegExp][] = [
      ["<script>1</script>", {}, /<script>/],
      ["<p style='color:red'>One", {}, /style color:red/],
      ["<p><b style='margin:0'>One</b>", {}, /style of a <b>/],
      ["<p>One", { waitForSelector: "p" }, /option waitForSelector/],
      ["<p>One", { hideSelectors: ["p"] }, /option hideSelectors/],
      ["<p>One", { extracts: ["fonts"] }, /extract fonts/],
      ["<p>One", {}, /ignored elements/],
    ];
    for (const [html, more, message] of refused) {
      const { capture, close } = await openPage(html);
      const request = requestFor("https://example.com/", more);
      expect(await messageOf(capture.capture(request, context)), html).not.to.equal("");
      expect(await messageOf(close()), html).to.match(message);
    }
  });

  it("requests pages with the caller's headers, follows redirects, and fails as a browser does", async () => {
    const seen: unknown[] = [];
    const site = await serveSite((request, response) => {
      seen.push(request.headers["x-mark"], request.headers.cookie);
      if (request.url === "/zip") response.writeHead(200, { "content-type": "application/zip" }).end();
      else if (request.url === "/old") response.writeHead(302, { location: "/new" }).end();
      else response.writeHead(503, { "retry-after": "7", "content-type": "text/html" }).end("<title>Away</title>");
    });
    const url = `http://127.0.0.1:${site.port}`;
    const policy = createEgressPolicy({ allow: `127.0.0.1:${site.port},127.0.0.1:9` });
    const { capture } = await openSketchBrowser({ policy })(1, () => undefined);
    const request = { ...requestFor(`${url}/old`), probe: null, headers: { "x-mark": "1" } };
    const withCookie = { ...request, cookies: [{ name: "a", value: "b" }] };
    const { page } = await capture.capture(withCookie, context);
    expect(page).to.deep.include({ finalUrl: `${url}/new`, statusCode: 503, retryAfter: 7, title: "Away" });
    expect(page.redirects).to.deep.equal([{ url: `${url}/old`, statusCode: 302 }]);
    expect(seen).to.deep.equal(["1", "a=b", "1", "a=b"]);
    expect(await messageOf(capture.capture(requestFor(`${url}/zip`), context))).to.match(/not reply with content/);
    expect(await messageOf(capture.capture(requestFor("http://127.0.0.1:9/"), context))).to.match(/refused or dropped/);
    expect(await messageOf(capture.capture(requestFor("http://127.0.0.1:1/"), context))).to.match(/not allowed/);
  });
});

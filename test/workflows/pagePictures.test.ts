import { expect } from "chai";
import sharp from "sharp";
import { allPages, endedCrawl, submitCrawl } from "../support/crawls.ts";
import { siteOf, startCrawlSite } from "../support/crawlSite.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { useResource } from "../support/useResource.ts";

const viewport = { width: 400, height: 300 };
const pageHeight = 1_700;
/** Red above, and below the viewport a gradient, which a low quality draws coarsely, with a green foot. */
const tall = `<!doctype html><title>Tall</title><style>body{margin:0}div{height:300px;background:#f00}
main{height:1200px;background:conic-gradient(#fff,#00f,#fa0,#084,#fff)}footer{height:200px;background:#0f0}</style>
<div></div><main></main><footer></footer><a href="/second"></a>`;

describe("pictures of the pages of batches and crawls", function () {
  this.timeout(120_000);

  const site = useResource(startCrawlSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  const caller = useCaller(pipeline);
  before(() => {
    site.answer = siteOf({ "/": { body: tall }, "/second": { body: tall } });
  });

  type Picture = { height: number; last: string; bytes: number };

  /** A job's picture as it was stored: its height, the colour of the last row, and its bytes. */
  async function pictureOf(jobId: string): Promise<Picture> {
    const { result } = await caller.ended(jobId);
    if (result?.screenshot === undefined) throw new Error("the job has no picture");
    const bytes = Buffer.from(await (await fetch(result.screenshot.url)).arrayBuffer());
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [red = 0, green = 0, blue = 0] = data.subarray((info.height - 1) * info.width * info.channels);
    const last =
      red > 200 && green < 60 && blue < 60 ? "red" : green > 200 && red < 60 && blue < 60 ? "green" : "other";
    return { height: info.height, last, bytes: bytes.length };
  }

  async function batch(options: Record<string, unknown>): Promise<Picture[]> {
    const urls = [`${site.url}/`, `${site.url}/second`];
    const reply = await caller.call("POST", "/render/smart-batch", { urls, ...viewport, ...options });
    const { results }: { results: { id: string }[] } = await reply.json();
    return Promise.all(results.map(({ id }) => pictureOf(id)));
  }

  async function crawl(options: Record<string, unknown>): Promise<Picture[]> {
    const id = await submitCrawl(caller, { url: `${site.url}/`, screenshot: true, ...viewport, ...options });
    await endedCrawl(caller, id);
    return Promise.all((await allPages(caller, id)).map((page) => pictureOf(page.id)));
  }

  for (const [what, take] of [
    ["batch", batch],
    ["crawl", crawl],
  ] as const) {
    it(`of a ${what} show the viewport, or the whole page with fullPage, at the given quality`, async () => {
      const usual = await take({});
      const coarse = await take({ fullPage: true, quality: 5 });
      const fine = await take({ fullPage: true, quality: 95 });
      const shapes = (pictures: Picture[]) => pictures.map(({ height, last }) => [height, last]);
      expect(shapes(usual)).to.deep.equal([
        [viewport.height, "red"],
        [viewport.height, "red"],
      ]);
      for (const whole of [coarse, fine]) {
        expect(shapes(whole)).to.deep.equal([
          [pageHeight, "green"],
          [pageHeight, "green"],
        ]);
      }
      for (const [place, { bytes }] of coarse.entries()) expect(bytes).to.be.lessThan((fine[place]?.bytes ?? 0) / 2);
    });
  }
});

import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { Image } from "#schemas/extracts/media.ts";
import type { Job } from "#schemas/job.ts";
import { type ExtractName, extractNames } from "#schemas/extracts/extracts.ts";
import { at, objectsAt } from "../api/support/fields.ts";
import { useCaller, usePipeline } from "../support/pipeline.ts";
import { useResource } from "../support/useResource.ts";
import { openTargetSite } from "../support/targetSite.ts";

const golden = (name: string) => new URL(`../fixtures/pages/forum/${name}`, import.meta.url);

describe("extracts through the whole service", function () {
  this.timeout(60_000);

  const site = useResource(openTargetSite);
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });
  const caller = useCaller(pipeline);

  it("come inline on request, cost their price, and leave no key of the page in the database", async () => {
    site.page("/t/118", await readFile(golden("source.html"), "utf8"));
    // A page of others has no MHTML.
    const asked = extractNames.filter((name) => name !== "mhtml");
    const flags = asked.map((name) => [`extract${name.charAt(0).toUpperCase()}${name.slice(1)}`, true]);
    const body = { url: site.url("/t/118", "127.0.0.1"), width: 800, height: 600, ...Object.fromEntries(flags) };
    const job = await caller.render({ ...body, screenshot: true }, asked.join(","));
    expect(job.status, JSON.stringify(job.error)).to.equal("completed");
    // Picture, extraction, design.
    expect(job.credits).to.deep.equal({ charged: 3, refunded: 0, net: 3 });
    const expected = JSON.parse(await readFile(golden("expected.json"), "utf8"));
    const { colors, fonts, images, structure, design, videos, har, console } = valuesOf(job);
    expect(objectsAt({ har }, "har.log.entries")[0]).to.have.nested.property("response.status", 200);
    expect(console).to.be.an("array");
    expect(at(colors, "theme")).to.equal("dark");
    expect(at(colors, "contrast.lowest")).to.equal(expected.colors.contrast.lowest);
    const pictures = objectsAt({ images }, "images").map(({ alt, width, loading }) => ({ alt, width, loading }));
    expect(pictures).to.deep.equal(expected.images.map(({ alt, width, loading }: Image) => ({ alt, width, loading })));
    expect(fonts).to.deep.equal(expected.fonts);
    expect(videos).to.deep.equal([]);
    expect(at(structure, "outline")).to.deep.equal(expected.structure.outline);
    expect(at(design, "typography")).to.deep.equal(expected.design.typography);
    const record = await pipeline.database.jobs.findOne({ _id: job.id });
    for (const output of record?.result?.outputs ?? []) {
      if (output.name !== "metadata") expect(output.text, output.name).to.equal(undefined);
      expect(Object.keys(output)).to.not.include("value");
    }
  });

  it("give a page of the caller with its files as one file, which a browser opens and does not run", async () => {
    site.page("/logo.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>", {
      headers: { "content-type": "image/svg+xml" },
    });
    const html = "<title>Bill</title><h1>Bill 7</h1><img src=/logo.svg><script>document.title = 'ran'</script>";
    const body = { html, baseUrl: site.url("/bill", "127.0.0.1"), extractMhtml: true };
    const job = await caller.render(body, "mhtml");
    expect(job.status, JSON.stringify(job.error)).to.equal("completed");
    const reply = await fetch(job.result?.mhtml?.url ?? "");
    expect(reply.headers.get("content-type")).to.match(/^multipart\/related/);
    expect(reply.headers.get("content-disposition")).to.match(/^attachment; filename="[^"]+\.mhtml"$/);
    const text = await reply.text();
    expect(text).to.equal(job.result?.mhtml?.value);
    expect(text).to.include("Content-Location: ").and.to.include("/logo.svg").and.to.include("Bill 7");
    expect(text).to.not.include("document.title");
  });

  it("give the same bytes at their signed address", async () => {
    site.page("/a", "<!doctype html><title>A</title><h1>One</h1>");
    const job = await caller.render({ url: site.url("/a", "127.0.0.1"), extractStructure: true }, "structure");
    expect(job.credits.charged).to.equal(1);
    const reply = await fetch(job.result?.structure?.url ?? "");
    expect(reply.headers.get("content-type")).to.match(/^application\/json/);
    expect(await reply.json()).to.deep.equal(job.result?.structure?.value);
  });
});

function valuesOf({ result }: Job): Partial<Record<ExtractName, unknown>> {
  return Object.fromEntries(extractNames.map((name) => [name, result?.[name]?.value]));
}

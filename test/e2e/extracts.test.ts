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
    const flags = extractNames.map((name) => [`extract${name.charAt(0).toUpperCase()}${name.slice(1)}`, true]);
    const body = { url: site.url("/t/118", "127.0.0.1"), width: 800, height: 600, ...Object.fromEntries(flags) };
    const job = await caller.render({ ...body, screenshot: true }, extractNames.join(","));
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

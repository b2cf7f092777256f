import { expect } from "chai";
import { serveSite, stopAll } from "../egress/support.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { useResource } from "../support/useResource.ts";

const maintenance = "<!doctype html><title>Shop</title><main><h1>Maintenance</h1><p>We are back soon.</p>";

describe("failOnText", function () {
  this.timeout(60_000);
  const site = useResource(() =>
    serveSite((_, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(maintenance);
    }),
  );
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`], openBrowser: openSketchBrowser });
  after(stopAll);

  it("fails a render by a text that is there or missing", async () => {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const render = async (failOnText: object) => {
      const { error } = await caller.ended(
        await caller.submit({ url: `http://127.0.0.1:${site.port}/`, extractMetadata: false, failOnText }),
      );
      return [error?.code, error?.evidence];
    };
    expect(await render({ present: ["^Maintenance$"] })).to.deep.equal(["page_text", ["text present: ^Maintenance$"]]);
    expect(await render({ absent: ["In stock"] })).to.deep.equal(["page_text", ["text absent: In stock"]]);
    expect(await render({ present: ["In stock"], absent: ["back soon"] })).to.deep.equal([undefined, undefined]);
  });
});

import { expect } from "chai";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openTargetSite } from "../support/targetSite.ts";
import { useResource } from "../support/useResource.ts";

describe("failOnRequests", function () {
  this.timeout(60_000);
  const site = useResource(openTargetSite);
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });

  it("fails a render by requests that failed, at no charge, and passes one below its limits", async () => {
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    site.page("/gone.js", "", { status: 500, headers: { "content-type": "text/javascript" } });
    site.page(
      "/shop",
      "<title>Shop</title><h1>Shop</h1><script src=/gone.js></script><img src=/none.png><img src=/other.png>",
    );
    const render = async (failOnRequests: object) => {
      const job = await caller.render({ url: site.url("/shop", "127.0.0.1"), failOnRequests });
      return [job.status, job.error?.code, job.error?.evidence, job.credits.net];
    };
    const evidence = ["failed requests: 2 of kind image", "failed requests: 1 of kind script"];
    expect(await render({ script: 1, image: 2, xhr: 1 })).to.deep.equal(["failed", "page_requests", evidence, 0]);
    expect(await render({ any: 3 })).to.deep.equal(["failed", "page_requests", ["failed requests: 3 in all"], 0]);
    expect(await render({ any: 4, script: 2 })).to.deep.equal(["completed", undefined, undefined, 1]);
  });
});

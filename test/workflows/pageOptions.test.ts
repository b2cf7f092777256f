import { expect } from "chai";
import { Watchframe } from "#clients/typescript/src/index.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openTargetSite } from "../support/targetSite.ts";
import { useResource } from "../support/useResource.ts";

describe("the options of a page, from the request to the target", function () {
  this.timeout(120_000);
  const site = useResource(() => openTargetSite());
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });
  let wf: Watchframe;

  before(async () => {
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    wf = new Watchframe({ apiKey: key, baseUrl: pipeline.apiUrl });
  });

  it("reach the site and the picture, and are shown without the password", async () => {
    site.page("/private", `<body style="margin:0"><h1 style="margin:0;width:300px;height:80px">Accounts</h1>`);
    const url = site.url("/private", "127.0.0.1");
    const options = {
      httpAuth: { username: "ada", password: "pa:ss wörd" },
      locale: "fr-fr",
      deviceScaleFactor: 2,
      selector: "h1",
      delay: 1,
    };
    const job = await wf.renders.run({ url, ...options });
    const { headers } = site.received("/private")[0] ?? {};
    expect(headers?.authorization).to.equal(`Basic ${Buffer.from("ada:pa:ss wörd").toString("base64")}`);
    expect(headers?.["accept-language"]).to.match(/^fr-FR,fr/);
    expect(job.result?.screenshot).to.include({ width: 600, height: 160 });
    expect(job.options).to.include({ locale: "fr-FR", deviceScaleFactor: 2, selector: "h1", delay: 1 });
    expect(JSON.stringify(await wf.jobs.get(job.id))).not.to.match(/pa:ss|httpAuth|authorization/i);
  });

  it("compare one element of two pages", async () => {
    for (const [path, color] of [
      ["/before", "red"],
      ["/after", "blue"],
    ] as const) {
      site.page(path, `<body style="background:${color}"><p id=same style="background:#fff;width:90px;height:30px">`);
    }
    const [before, after] = ["/before", "/after"].map((path) => ({ url: site.url(path, "127.0.0.1") }));
    if (before === undefined || after === undefined) throw new Error("There are two pages.");
    expect((await wf.comparisons.run({ before, after })).result?.changed).to.equal(true);
    const part = await wf.comparisons.run({ before, after, capture: { selector: "#same" } });
    expect(part.result).to.include({ changed: false, comparedPixels: 90 * 30 });
  });
});

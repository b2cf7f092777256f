import { expect } from "chai";
import { parseAtom } from "../support/atom.ts";
import { monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openSketchBrowser } from "../support/sketches/sketchBrowser.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

const pageWith = (price: string) =>
  `<!doctype html><title>Lamps</title><main><h1>Lamps</h1><p>The lamp costs ${price} each.</p></main>`;

describe("a monitor's feed", function () {
  this.timeout(120_000);

  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host], openBrowser: openSketchBrowser });
  before(() => site.release());

  it("shows a change with its words and a picture that needs no key, then its end", async () => {
    site.page = pageWith("€39");
    const caller = await newCaller(pipeline.apiUrl, pipeline.database);
    const monitors = monitorsOf(pipeline, caller, `${site.url}/lamps`);
    const capture = { width: 320, height: 240, text: true, changeOn: "either" };
    const { id } = await monitors.create({ name: "Lamps", baselineMode: "fixed", capture });
    await monitors.based(id);
    const headers = { Authorization: `Bearer ${caller.key}` };
    const made = await fetch(`${pipeline.apiUrl}/feeds`, { method: "POST", headers });
    const { feed }: { feed: { url: string } } = await made.json();
    const read = async () => {
      const reply = await fetch(feed.url);
      expect(reply.status).to.equal(200);
      return parseAtom(await reply.text()).entries;
    };
    expect(await read()).to.deep.equal([]);

    site.page = pageWith("€45 &lt;/ins>&lt;script>alert(1)&lt;/script> ]]> &amp;amp; \u0001\u{1f600}");
    await monitors.runNow(id);
    const [entry] = await until(async () => {
      const entries = await read();
      return entries.length > 0 && entries;
    });
    expect(entry).to.deep.include({ title: "Lamps has changed" });
    expect(entry?.text).to.match(/[\d.]+ % of the picture changed\. The threshold is 0 %\./);
    // A strict parser reads the feed, so the words were text and no markup.
    for (const said of ["€39", "€45", "</ins><script>alert(1)</script>", "]] >", "\u{1f600}"]) {
      expect(entry?.text).to.contain(said);
    }
    const picture = await fetch(entry?.pictures[0] ?? "");
    expect([picture.status, picture.headers.get("content-type")?.split("/")[0]]).to.deep.equal([200, "image"]);

    site.page = pageWith("€39");
    await monitors.runNow(id);
    const [ended] = await until(async () => {
      const entries = await read();
      return entries[0]?.updated !== entry?.updated && entries;
    });
    expect([ended?.id, ended?.published]).to.deep.equal([entry?.id, entry?.published]);
    expect(ended?.text).to.contain("The page has changed back since.");
  });
});

import { expect } from "chai";
import { knownPages, measureTextAlarms } from "#bench/textAlarms/measure.ts";
import { useBrowser } from "../browser/support.ts";

describe("alarms of monitors of text", function () {
  this.timeout(120_000);
  const browser = useBrowser();

  it("tell of each of 10 changes, and of none of 60 visits with other dates, counters and advertisements", async () => {
    // Every tenth page is of another kind.
    const pages = knownPages().filter((_page, index) => index % 10 === 0);
    const found = await measureTextAlarms(browser, { pages, visits: 6 });
    expect(found).to.deep.equal({ missed: [], false: [], pages: 10, captures: 60 });
  });

  it("are 100 pages in the bench, each of which changes", () => {
    const pages = knownPages();
    expect(pages).to.have.length(100);
    for (const { name, kind, content, changed } of pages)
      expect(changed, `${kind.name} ${name}`).not.to.deep.equal(content);
  });
});

import { expect } from "chai";
import { serveSite, stopAll } from "../egress/support.ts";
import { monitorsOf } from "../support/monitors.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { useResource } from "../support/useResource.ts";

const feedOf = (titles: readonly string[]) =>
  `<rss version="2.0"><channel><title>News</title>${titles
    .map((title) => `<item><title>${title}</title><guid>${title}</guid></item>`)
    .join("")}</channel></rss>`;

const atomOf = (...entries: [id: string, title: string][]) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title>${entries
    .map(([id, title]) => `<entry><id>urn:x--${id}</id><title>${title}</title></entry>`)
    .join("")}</feed>`;

/** The same data before and after a change, and the words that the change adds, in the order of `before`. */
const sources: readonly { path: string; type: string; before: string; after: string; added: readonly string[] }[] = [
  {
    path: "/news.rss",
    type: "application/rss+xml",
    before: feedOf(["Old news", "Older news"]),
    after: feedOf(["Fresh news", "Old news", "Older news"]),
    added: ["Fresh news"],
  },
  {
    path: "/renamed.atom",
    type: "application/atom+xml",
    before: atomOf(["1", "Tea"], ["2", "Notice"], ["3", "Milk"]),
    after: atomOf(["3", "Salt"], ["1", "Rice"], ["2", "Notice"]),
    added: ["Rice", "Salt"],
  },
  {
    path: "/stock.json",
    type: "application/json",
    before: '{"items":[{"name":"Anvil","stock":4},{"name":"Skates","stock":7}]}',
    after: '{"items":[{"name":"Anvil","stock":4},{"name":"Skates","stock":6}]}',
    added: ['$.items[?@.name=="Skates"].stock: 6'],
  },
  {
    path: "/stock.csv",
    type: "text/csv",
    before: "name;stock\nAnvil;4\nSkates;7\n",
    after: "name;stock\nAnvil;4\nRocket;1\nSkates;7\n",
    added: ["Rocket · stock: 1"],
  },
];

describe("a monitor of data", function () {
  this.timeout(120_000);
  const served = new Map(sources.map(({ path, before }) => [path, before]));
  const site = useResource(() =>
    serveSite(({ url = "" }, response) => {
      const type = sources.find(({ path }) => path === url)?.type ?? "text/plain";
      response.writeHead(200, { "Content-Type": type }).end(served.get(url) ?? "");
    }),
  );
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });
  after(stopAll);

  for (const { path, type, after: changed, added } of sources) {
    it(`of ${type} tells which entry is new`, async () => {
      const caller = await newCaller(pipeline.apiUrl, pipeline.database);
      const monitors = monitorsOf(pipeline, caller, `http://127.0.0.1:${site.port}${path}`);
      const capture = { width: 320, height: 240, text: true, changeOn: "text" };
      const { id } = await monitors.create({ baselineMode: "fixed", capture });
      await monitors.based(id);
      served.set(path, changed);
      const { result } = await monitors.runNow(id);
      expect(result?.text?.changed).to.equal(true);
      expect(result?.text?.changes.filter(({ change }) => change === "added").map(({ words }) => words)).to.deep.equal(
        added,
      );
      expect(result?.page.contentType).to.equal(type);
    });
  }
});

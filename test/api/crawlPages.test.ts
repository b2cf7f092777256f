import { expect } from "chai";
import { pagesPerSegment, segmentId } from "#data/crawls.ts";
import type { CrawlPageEntry, CrawlPageStatus } from "#schemas/crawl.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";

/** A crawl with pages in every state. */
function useCrawlPages() {
  const { api, account } = useApi();
  const accepted = async (): Promise<string> => {
    const { json } = await account.client.call("POST", "/crawl", { body: { url } });
    return textAt(json, "id");
  };
  const total = 130;
  let id: string;
  before(async () => {
    id = await accepted();
    await put(total);
  });
  function entry(position: number): CrawlPageEntry {
    const statuses: CrawlPageStatus[] = ["completed", "completed", "failed", "skipped", "queued"];
    const status = statuses[position % statuses.length] ?? "queued";
    const done = status === "completed";
    return {
      id: `01900000-0000-7000-8000-${String(position).padStart(12, "0")}`,
      url: `${url}${position}`,
      key: String(position),
      depth: position === 0 ? 0 : 1,
      parentUrl: position === 0 ? null : url,
      status,
      error: status === "failed" ? "connection_failed" : status === "skipped" ? "not_html" : null,
      charged: 1,
      refunded: 0,
      statusCode: done ? 200 : null,
      title: done ? `Page ${position}` : null,
      completedAt: done ? new Date(1_800_000_000_000) : null,
    };
  }
  /** Makes the crawl one of so many pages; a page beyond its end lies there as an interrupted step may leave it. */
  async function put(found: number): Promise<void> {
    const pages = Array.from({ length: found + 1 }, (_, position) => entry(position));
    for (let segment = 0; segment * pagesPerSegment <= found; segment += 1) {
      const part = pages.slice(segment * pagesPerSegment, (segment + 1) * pagesPerSegment);
      const _id = segmentId(id, segment);
      await api.ports.database.crawlPages.replaceOne(
        { _id },
        { crawlId: id, pages: part, version: 1 },
        { upsert: true },
      );
    }
    await api.ports.database.crawls.updateOne({ _id: id }, { $set: { found } });
  }
  const list = async (query: string) => {
    const { status, json } = await account.client.call("GET", `/crawl/${id}/pages${query}`);
    const pages = at(json, "pages");
    const listed: unknown[] = Array.isArray(pages) ? pages : [];
    const next = at(json, "nextCursor");
    return {
      status,
      json,
      pages: listed,
      positions: listed.map((page) => Number(textAt(page, "url").slice(url.length))),
      next,
    };
  };
  return { account, accepted, total, entry, put, list };
}

describe("the pages of a crawl", () => {
  const { entry, list } = useCrawlPages();

  it("have the contract's fields and additional ones", async () => {
    const { pages } = await list("?limit=4");
    expect(pages).to.deep.equal([
      {
        id: entry(0).id,
        url: `${url}0`,
        depth: 0,
        status: "completed",
        resultUrl: `http://api.test/status/${entry(0).id}`,
        statusCode: 200,
        title: "Page 0",
        completedAt: "2027-01-15T08:00:00.000Z",
      },
      {
        id: entry(1).id,
        url: `${url}1`,
        depth: 1,
        parentUrl: url,
        status: "completed",
        resultUrl: `http://api.test/status/${entry(1).id}`,
        statusCode: 200,
        title: "Page 1",
        completedAt: "2027-01-15T08:00:00.000Z",
      },
      {
        id: entry(2).id,
        url: `${url}2`,
        depth: 1,
        parentUrl: url,
        status: "failed",
        resultUrl: `http://api.test/status/${entry(2).id}`,
        error: "connection_failed",
      },
      { id: entry(3).id, url: `${url}3`, depth: 1, parentUrl: url, status: "skipped", error: "not_html" },
    ]);
  });
});

describe("lists of a crawl's pages", () => {
  const { account, accepted, total, put, list } = useCrawlPages();

  it("are in the order of discovery, each page once, at any limit", async () => {
    for (const size of [1, 7, 25, 50, 100]) {
      const positions: number[] = [];
      for (let cursor = ""; ;) {
        const page = await list(`?limit=${size}${cursor}`);
        expect(page.pages.length).to.be.at.most(size);
        positions.push(...page.positions);
        if (page.next === null) break;
        cursor = `&cursor=${textAt(page.json, "nextCursor")}`;
      }
      expect(positions, String(size)).to.deep.equal(Array.from({ length: total }, (_, position) => position));
    }
    expect((await list("")).positions).to.have.length(50);
  });

  it("filter by status", async () => {
    for (const [index, status] of [
      [2, "failed"],
      [3, "skipped"],
      [4, "queued"],
    ] as const) {
      const first = await list(`?status=${status}&limit=20`);
      const rest = await list(`?status=${status}&limit=20&cursor=${String(first.next)}`);
      expect([...first.positions, ...rest.positions]).to.deep.equal(
        Array.from({ length: 26 }, (_, position) => position * 5 + index),
      );
      expect(rest.next).to.equal(null);
    }
    expect((await list("?status=in_progress")).json).to.deep.equal({ success: true, pages: [], nextCursor: null });
  });

  it("stay the same while the crawl finds more pages", async () => {
    const first = await list("?limit=100");
    await put(total + 40);
    const rest = await list(`?limit=100&cursor=${String(first.next)}`);
    expect(rest.positions).to.deep.equal(Array.from({ length: 70 }, (_, position) => 100 + position));
    await put(total);
  });

  it("accept a limit of 1 to 100 and only cursors of the same list", async () => {
    const { next } = await list("?limit=1");
    const other = await accepted();
    for (const query of ["?limit=0", "?limit=101", "?limit=x", "?limit=1.5"])
      expect(Object.keys(problems((await list(query)).json)), query).to.deep.equal(["limit"]);
    for (const query of [
      "?cursor=",
      "?cursor=nonsense",
      `?cursor=${String(next)}x`,
      `?status=failed&cursor=${String(next)}`,
    ]) {
      const { status, json } = await list(query);
      expect([status, Object.keys(problems(json))], query).to.deep.equal([400, ["cursor"]]);
    }
    const foreign = await account.client.call("GET", `/crawl/${other}/pages?cursor=${String(next)}`);
    expect(foreign.status).to.equal(400);
    expect((await list("?status=done")).status).to.equal(400);
    expect((await list("?offset=1")).status).to.equal(400);
  });
});

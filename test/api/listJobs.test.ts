import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

describe("GET /jobs", () => {
  const ids: string[] = [];

  const { api, account } = useApi();
  before(async () => {
    for (let count = 0; count < 7; count += 1) ids.unshift(await submit());
  });

  const submit = async (): Promise<string> => {
    const { json } = await account.client.call("POST", "/render", { body: { url: "https://example.com/" } });
    return textAt(json, "id");
  };
  const list = async (query: string, { client } = account) => {
    const { status, json } = await client.call("GET", `/jobs${query}`);
    const jobs = at(json, "jobs");
    return {
      status,
      json,
      ids: Array.isArray(jobs) ? jobs.map((job: unknown) => textAt(job, "id")) : [],
      next: String(at(json, "nextCursor")),
    };
  };

  it("lists the account's jobs and no others, newest first", async () => {
    const other = await api.account();
    expect((await list("")).ids).to.deep.equal(ids);
    expect((await list("")).next).to.equal("null");
    expect((await list("", other)).ids).to.deep.equal([]);
  });

  it("pages by cursor, and new jobs change no page", async () => {
    const first = await list("?limit=3");
    const added = await submit();
    const second = await list(`?limit=3&cursor=${first.next}`);
    const third = await list(`?limit=3&cursor=${second.next}`);
    expect([first.ids, second.ids, third.ids]).to.deep.equal([ids.slice(0, 3), ids.slice(3, 6), ids.slice(6)]);
    expect(third.next).to.equal("null");
    ids.unshift(added);
    expect((await list("?limit=1")).ids).to.deep.equal([added]);
  });

  it("ends without a cursor when the last page is full", async () => {
    expect((await list(`?limit=${ids.length}`)).next).to.equal("null");
  });

  it("filters by status, kind and batch", async () => {
    const [id = ""] = ids;
    await failJob(api.ports, id, { code: "page_crashed", message: "Crashed.", retryable: true });
    expect((await list("?status=failed")).ids).to.deep.equal([id]);
    expect((await list("?status=queued&kind=render")).ids).to.deep.equal(ids.slice(1));
    expect((await list("?kind=crawl_page")).ids).to.deep.equal([]);
    expect((await list("?batchId=01900000-0000-7000-8000-000000000000")).ids).to.deep.equal([]);
  });

  it("filters by the host in any case, page by page, and not by a part of it", async () => {
    const owner = await api.account();
    const made: string[] = [];
    for (const url of ["https://shop.example:8443/a", "https://other.example/", "https://SHOP.example/b"])
      made.unshift(textAt((await owner.client.call("POST", "/render", { body: { url } })).json, "id"));
    const [second, , first] = made;
    expect((await list("?host=Shop.Example", owner)).ids).to.deep.equal([second, first]);
    const { ids: newest, next } = await list("?host=shop.example&limit=1", owner);
    expect(newest).to.deep.equal([second]);
    expect((await list(`?host=shop.example&limit=1&cursor=${next}`, owner)).ids).to.deep.equal([first]);
    expect((await list(`?host=other.example&limit=1&cursor=${next}`, owner)).status).to.equal(400);
    for (const query of ["?host=example", "?host=shop", "?host=shop.example:8443", "?host=shop.example&status=failed"])
      expect((await list(query, owner)).ids, query).to.deep.equal([]);
    expect((await list("?host=", owner)).status).to.equal(400);
  });

  it("filters by the time of acceptance, page by page, and names a wrong time", async () => {
    const owner = await api.account();
    const made: string[] = [];
    for (const day of [1, 2, 3]) {
      const { json } = await owner.client.call("POST", "/render", { body: { url: "https://example.com/" } });
      const id = textAt(json, "id");
      const createdAt = new Date(`2026-01-0${day}T09:00:00Z`);
      await api.ports.database.jobs.updateOne({ _id: id }, { $set: { createdAt } });
      made.push(id);
    }
    const [first, second, third] = made;
    const from = "createdAfter=2026-01-02T09:00:00Z";
    expect((await list(`?${from}`, owner)).ids).to.deep.equal([third, second]);
    expect((await list(`?${from}&createdBefore=2026-01-03T10:00:00%2B01:00`, owner)).ids).to.deep.equal([second]);
    expect((await list("?createdBefore=2026-01-02T09:00:00Z", owner)).ids).to.deep.equal([first]);
    const { next } = await list(`?${from}&limit=1`, owner);
    expect((await list(`?${from}&limit=1&cursor=${next}`, owner)).ids).to.deep.equal([second]);
    expect((await list(`?createdAfter=2026-01-01T09:00:00Z&limit=1&cursor=${next}`, owner)).status).to.equal(400);
    for (const time of ["yesterday", "2026-01-02", "2026-01-02T09:00:00", "1767340800"]) {
      const { status, json } = await list(`?createdAfter=${time}`, owner);
      expect([status, Object.keys(problems(json))], time).to.deep.equal([400, ["createdAfter"]]);
    }
  });

  it("takes 1 to 100 a page", async () => {
    expect([(await list("?limit=1")).status, (await list("?limit=100")).status]).to.deep.equal([200, 200]);
    for (const limit of ["0", "101", "1.5", "x", ""]) {
      const { status, json } = await list(`?limit=${limit}`);
      expect([status, Object.keys(problems(json))], limit).to.deep.equal([400, ["limit"]]);
    }
    for (const query of ["?status=done", "?kind=x", "?batchId=x", "?offset=1"])
      expect((await list(query)).status, query).to.equal(400);
  });

  it("refuses cursors that are made up, altered, of another account or of other filters", async () => {
    const { next } = await list("?limit=2");
    const other = await api.account();
    const text = next;
    const altered = `${text.slice(0, 10)}${text[10] === "A" ? "B" : "A"}${text.slice(11)}`;
    for (const query of ["?cursor=nonsense", "?cursor=", `?cursor=${altered}`, `?cursor=${text}&status=queued`]) {
      const { status, json } = await list(query);
      expect([status, problems(json)], query).to.deep.equal([
        400,
        { cursor: "is not a cursor of this list with these filters" },
      ]);
    }
    expect((await list(`?cursor=${text}`, other)).status).to.equal(400);
    expect((await list(`?cursor=${text}`)).status).to.equal(200);
  });
});

import { expect } from "chai";
import type { DiffOutcome } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const page = { url: "https://example.com/" };
const region = { x: 8, y: 16, width: 40, height: 20, differenceRatio: 0.5, status: "changed" } as const;

function outcomeOf(id: string): DiffOutcome {
  const pictureNames = ["before", "after", "visualization", "mask"] as const;
  const outputs = pictureNames.map((name): OutputRecord => {
    const key = `jobs/${id}/${name}`;
    return { name, key, contentType: "image/png", bytes: 3, sha256: "0".repeat(64), width: 1280, height: 720 };
  });
  return {
    comparison: {
      changed: true,
      differenceRatio: 0.25,
      changedPixels: 800,
      comparedPixels: 3_200,
      regions: [region, { ...region, y: 400 }],
      regionsTruncated: false,
      alignment: [{ before: 0, after: 0, height: 720 }],
      width: 1280,
      heights: { before: 720, after: 720 },
    },
    timings: { queued: 1, pictures: 2, comparison: 3, total: 6 },
    pages: {},
    outputs,
    startedAt: new Date().toISOString(),
  };
}

describe("GET /render/diff", () => {
  const ids: string[] = [];

  const { api, account } = useApi();
  before(async () => {
    for (let count = 0; count < 5; count += 1) {
      ids.unshift(await submit());
      // A render between comparisons must not take a place in their list.
      await account.client.call("POST", "/render", { body: page });
    }
  });

  const submit = async (): Promise<string> => {
    const { json } = await account.client.call("POST", "/render/diff", { body: { before: page, after: page } });
    await api.ports.background.settled();
    return textAt(json, "id");
  };
  const list = async (query: string, { client } = account) => {
    const { status, json } = await client.call("GET", `/render/diff${query}`);
    const diffs = at(json, "diffs");
    return {
      status,
      json,
      ids: Array.isArray(diffs) ? diffs.map((diff: unknown) => textAt(diff, "id")) : [],
      next: String(at(json, "nextCursor")),
    };
  };

  it("lists the account's comparisons and nothing else, newest first", async () => {
    const other = await api.account();
    const all = await list("");
    expect([all.ids, all.next]).to.deep.equal([ids, "null"]);
    expect(at(all.json, "diffs.0.before")).to.deep.equal(page);
    expect((await list("", other)).ids).to.deep.equal([]);
  });

  it("pages by cursor, and new comparisons change no page", async () => {
    const first = await list("?limit=2");
    const added = await submit();
    const second = await list(`?limit=2&cursor=${first.next}`);
    const third = await list(`?limit=2&cursor=${second.next}`);
    expect([first.ids, second.ids, third.ids]).to.deep.equal([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(third.next).to.equal("null");
    ids.unshift(added);
    expect((await list("?limit=1")).ids).to.deep.equal([added]);
  });

  it("filters by status", async () => {
    const [id = ""] = ids;
    await failJob(api.ports, id, { code: "dimensions_differ", message: "They differ.", retryable: false });
    expect((await list("?status=failed")).ids).to.deep.equal([id]);
    expect((await list("?status=queued")).ids).to.deep.equal(ids.slice(1));
    expect((await list("?status=completed")).ids).to.deep.equal([]);
  });

  it("shows results with the number of changed areas, and without the areas and the alignment", async () => {
    const [, id = ""] = ids;
    await api.ports.database.jobs.updateOne(
      { _id: id },
      { $set: { status: "completed", stage: "done", completedAt: new Date(), result: outcomeOf(id) } },
    );
    const listed = at((await list("?status=completed")).json, "diffs.0.result");
    const { json } = await account.client.call("GET", `/render/diff/${id}`);
    expect(at(json, "diff.result.regions.1.y")).to.equal(400);
    expect(at(json, "diff.result.alignment")).to.deep.equal([{ before: 0, after: 0, height: 720 }]);
    expect(listed).to.not.have.any.keys("regions", "alignment");
    expect([at(listed, "regionCount"), at(listed, "differenceRatio")]).to.deep.equal([2, 0.25]);
    for (const name of ["before", "after", "visualization", "mask"])
      expect(textAt(listed, `${name}.url`)).to.include(`/jobs/${id}/outputs/${name}?`);
  });

  it("refuses other sizes, statuses, fields and cursors", async () => {
    for (const [query, field] of [
      ["?limit=0", "limit"],
      ["?limit=101", "limit"],
      ["?status=done", "status"],
      ["?kind=render", "kind"],
      [`?status=queued&cursor=${(await list("?limit=2")).next}`, "cursor"],
    ] as const) {
      const { status, json } = await list(query);
      expect([status, Object.keys(problems(json))], query).to.deep.equal([400, [field]]);
    }
  });
});

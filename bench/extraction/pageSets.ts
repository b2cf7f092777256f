import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { type GoldenPage, goldenPages } from "./goldenPages.ts";

/**
 * The pages of a directory in one of three layouts: a part of the Web Content Extraction Benchmark, Zyte's article
 * extraction benchmark, or `test/test-pages` of @mozilla/readability.
 */
export async function* pagesOf(directory: string): AsyncGenerator<GoldenPage> {
  if (await exists(join(directory, "ground-truth"))) yield* benchmarkPages(directory);
  else if (await exists(join(directory, "ground-truth.json"))) yield* zytePages(directory);
  else yield* goldenPages(directory);
}

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

const BenchmarkTruth = Type.Object({
  _internal: Type.Object({ page_type: Type.Object({ primary: Type.String() }) }),
  ground_truth: Type.Object({ main_content: Text, title: Text, author: Text, publish_date: Text }),
});

/** `ground-truth/<id>.json` with `html/<id>.html.gz`. Pages without a marked text are left out. */
async function* benchmarkPages(directory: string): AsyncGenerator<GoldenPage> {
  for (const file of (await readdir(join(directory, "ground-truth"))).toSorted()) {
    if (!file.endsWith(".json")) continue;
    const name = file.slice(0, -".json".length);
    const stated: unknown = JSON.parse(await readFile(join(directory, "ground-truth", file), "utf8"));
    const { _internal, ground_truth } = Value.Parse(BenchmarkTruth, stated);
    const {
      main_content: text,
      title = null,
      author: byline = null,
      publish_date: publishedTime = null,
    } = ground_truth;
    if (typeof text !== "string" || text === "") continue;
    const html = await unpacked(join(directory, "html", `${name}.html.gz`));
    yield { name, html, text, kind: _internal.page_type.primary, metadata: { title, byline, publishedTime } };
  }
}

const ZyteTruth = Type.Record(Type.String(), Type.Object({ articleBody: Type.String() }));

/** `ground-truth.json` with `html/<id>.html.gz`. */
async function* zytePages(directory: string): AsyncGenerator<GoldenPage> {
  const stated: unknown = JSON.parse(await readFile(join(directory, "ground-truth.json"), "utf8"));
  for (const [name, { articleBody: text }] of Object.entries(Value.Parse(ZyteTruth, stated)))
    yield {
      name,
      html: await unpacked(join(directory, "html", `${name}.html.gz`)),
      text,
      kind: "article",
      metadata: {},
    };
}

async function unpacked(file: string): Promise<string> {
  return (await promisify(gunzip)(await readFile(file))).toString("utf8");
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

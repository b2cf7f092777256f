import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { Type } from "typebox";
import { Value } from "typebox/value";

/** A page with the text that people marked as its main content. */
export type LabelledPage = { name: string; html: string; content: string };

const GroundTruth = Type.Object({
  ground_truth: Type.Object({ main_content: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
});

/**
 * Reads one part of the Web Content Extraction Benchmark: `<part>/html/<id>.html.gz` with `<part>/ground-truth/<id>.json`.
 * `dev` is for fitting, `test` for scoring. Pages without a marked text are left out.
 */
export async function* labelledPages(directory: string, part: "dev" | "test"): AsyncGenerator<LabelledPage> {
  const files = await readdir(join(directory, part, "ground-truth"));
  for (const file of files.filter((name) => name.endsWith(".json")).toSorted()) {
    const name = file.slice(0, -".json".length);
    const [packed, truth] = await Promise.all([
      readFile(join(directory, part, "html", `${name}.html.gz`)),
      readFile(join(directory, part, "ground-truth", file), "utf8"),
    ]);
    const html = (await promisify(gunzip)(packed)).toString("utf8");
    const { ground_truth } = Value.Parse(GroundTruth, JSON.parse(truth));
    const content = ground_truth.main_content;
    if (typeof content === "string") yield { name, html, content };
  }
}

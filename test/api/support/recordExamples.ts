import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { globSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { replyExamples } from "#api/openapi/examples.ts";
import { mochaLane, run } from "../../support/runLane.ts";
import { provisionAll } from "../../support/provisioned.ts";
import { chooseReplies } from "./chooseReplies.ts";
import { folderSetting, type KeptReply } from "./keepReply.ts";

// `npm run examples [-- FILE…]` runs the tests of the API, or those named, and writes a reply of each operation into
// api/openapi/examples.json. An operation that these tests do not call keeps its example.
const root = path.resolve(import.meta.dirname, "../../..");
const named = process.argv.slice(2);
const tests = named.length > 0 ? named : globSync("test/api/*.test.ts", { cwd: root }).toSorted();

const folder = await mkdtemp(path.join(tmpdir(), "watchframe-replies-"));
process.env[folderSetting] = folder;
try {
  await provisionAll();
  const { code } = await run(mochaLane(tests), true);
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  const replies = texts.flatMap((text) => text.split("\n")).filter((line) => line !== "");
  const examples = chooseReplies(
    replies.map((line): KeptReply => JSON.parse(line)),
    replyExamples,
  );
  await writeFile(path.join(root, "api/openapi/examples.json"), `${JSON.stringify(examples, null, 2)}\n`);
  process.exitCode = code;
} finally {
  await rm(folder, { recursive: true, force: true });
}

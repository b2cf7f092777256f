import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { installPython } from "../programs.ts";
import type { Contender } from "./contenders.ts";
import { textOfHtml } from "./texts.ts";

const version = "2.3.1";

/** Reads a page per line and writes its result as a line, both in JSON. */
const program = `
import json, sys, time
import trafilatura
from trafilatura.metadata import extract_metadata
for line in sys.stdin:
    html = json.loads(line)
    started = time.perf_counter()
    result = {"html": "", "markdown": "", "title": None, "author": None, "date": None}
    try:
        content = trafilatura.extract(html, output_format="html", include_tables=True)
        found = extract_metadata(html)
        result.update(html=content or "", title=found.title, author=found.author, date=found.date)
        result["milliseconds"] = (time.perf_counter() - started) * 1000
        result["markdown"] = trafilatura.extract(html, output_format="markdown", include_formatting=True, include_links=True) or ""
    except Exception as error:
        result["error"] = str(error)
    print(json.dumps(result), flush=True)
`;

const Nullable = Type.Union([Type.String(), Type.Null()]);
const Result = Type.Object({
  html: Type.String(),
  markdown: Type.String(),
  title: Nullable,
  author: Nullable,
  date: Nullable,
  milliseconds: Type.Optional(Type.Number()),
  error: Type.Optional(Type.String()),
});

/**
 * trafilatura with its defaults, in Python, installed into the directory. Null, with a message, if it can't be
 * installed.
 */
export async function trafilatura(directory: string): Promise<(Contender & { close(): void }) | null> {
  const python = await installPython([`trafilatura==${version}`, "lxml_html_clean"], directory);
  if (python === null) return null;
  const child = spawn(python, ["-c", program], { stdio: ["pipe", "pipe", "ignore"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const run = async (html: string) => {
    child.stdin.write(`${JSON.stringify(html)}\n`);
    const { value } = await lines.next();
    const result = Value.Parse(Result, JSON.parse(String(value)));
    if (result.error !== undefined) throw new Error(result.error);
    return result;
  };
  return {
    name: "trafilatura",
    async extract(html) {
      const { html: content, title, author: byline, date: publishedTime, milliseconds = 0 } = await run(html);
      return { text: textOfHtml(content), metadata: { title, byline, publishedTime }, milliseconds };
    },
    toMarkdown: async (html) => (await run(html)).markdown,
    close: () => void child.kill(),
  };
}

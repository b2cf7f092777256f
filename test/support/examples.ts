import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";

const checkout = path.resolve(import.meta.dirname, "../..");

/** A block of code in a document. */
export type Example = {
  /** The document and the line of the first line of code, such as `docs/clients.md:7`. */
  place: string;
  /** The last heading above the block, without its marks. */
  heading: string;
  code: string;
};

/** The blocks of a language in a document of the checkout, in order. @throws if there are none. */
export function readExamples(document: string, language: string): Example[] {
  const examples: Example[] = [];
  let heading = "";
  let open: { isWanted: boolean; line: number; code: string[] } | null = null;
  for (const [index, line] of readFileSync(path.join(checkout, document), "utf8").split("\n").entries()) {
    if (open !== null && line === "```") {
      if (open.isWanted) examples.push({ place: `${document}:${open.line}`, heading, code: open.code.join("\n") });
      open = null;
    } else if (open !== null) open.code.push(line);
    else if (line.startsWith("```")) open = { isWanted: line.slice(3) === language, line: index + 2, code: [] };
    else heading = /^#+ (.*)$/.exec(line)?.[1] ?? heading;
  }
  if (examples.length === 0) throw new Error(`${document} has no block of ${language}.`);
  return examples;
}

/** Code with other values in place of those that a document shows, such as an address or `wf_live_…`. */
export function withValues(code: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [shown, value]) => text.replaceAll(shown, value), code);
}

type Program = {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string | undefined>;
  /** Stops the program once its standard output matches, for programs without an end. */
  stopAt?: RegExp;
  /** Milliseconds after which the program is killed. Default: 60,000. */
  maxMs?: number;
};

/** How a program ended. `code` is null if a signal stopped it. */
export type Outcome = { code: number | null; stdout: string; stderr: string };

/** Runs a program to its end. */
export async function runProgram({ command, args, cwd, env, stopAt, maxMs = 60_000 }: Program): Promise<Outcome> {
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], timeout: maxMs });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
    if (stopAt?.test(stdout) === true) child.kill();
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  await once(child, "close");
  return { code: child.exitCode, stdout, stderr };
}

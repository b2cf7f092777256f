import { CliError } from "./exitCodes.ts";
import { type Io, readStdin, write } from "./io.ts";

/** A secret: from a prompt that shows nothing of it, or from piped standard input. @throws CliError if it is empty. */
export async function askSecret(io: Io, question: string): Promise<string> {
  const text = io.stdin.isTTY ? await prompt(io, question) : await readStdin(io);
  const secret = text.trim();
  if (secret === "") throw new CliError("There is no key on standard input.");
  return secret;
}

async function prompt(io: Io, question: string): Promise<string> {
  const [{ createInterface }, { Writable }] = await Promise.all([
    import("node:readline/promises"),
    import("node:stream"),
  ]);
  await write(io.stderr, question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: io.stdin, output: silent, terminal: true });
  try {
    return await lines.question("", { signal: io.signal });
  } finally {
    lines.close();
    await write(io.stderr, "\n");
  }
}

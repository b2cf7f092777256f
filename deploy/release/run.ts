import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Runs a program and shows what it prints.
 * @throws {Error} The program ends with another code than 0.
 */
export async function run(file: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(file, args, { cwd, stdio: "inherit" });
  const [code]: unknown[] = await once(child, "exit");
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${String(code)}.`);
}

/**
 * The output of a program, also that to its standard error, where some write their results.
 * @throws {Error} The program ends with another code than 0.
 */
export async function printedBy(file: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => parts.push(part));
  const [code]: unknown[] = await once(child, "close");
  const text = Buffer.concat(parts).toString("utf8");
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${String(code)}: ${text}`);
  return text;
}

/**
 * The standard output of a program.
 * @throws {Error} The program ends with another code than 0.
 */
export async function outputOf(file: string, args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "inherit"] });
  const parts: Buffer[] = [];
  child.stdout.on("data", (part: Buffer) => parts.push(part));
  const [code]: unknown[] = await once(child, "close");
  if (code !== 0) throw new Error(`${file} ${args.join(" ")} ended with ${String(code)}.`);
  return Buffer.concat(parts).toString("utf8");
}

import { styleText } from "node:util";
import { Watchframe } from "../../typescript/src/index.ts";
import { type Connection, type ConnectionFlags, findConnection } from "./connection.ts";
import { exitCodes, type Outcome } from "./exitCodes.ts";
import { type Io, write } from "./io.ts";

/** Flags of every command. */
export type GlobalFlags = ConnectionFlags & {
  json?: true | undefined;
  jsonl?: true | undefined;
  quiet?: true | undefined;
  /** Seconds. */
  timeout?: number | undefined;
  idempotencyKey?: string | undefined;
  color: boolean;
};

/** Options of the client's calls that wait. */
export type Waiting = { signal: AbortSignal; timeoutMs?: number; idempotencyKey?: string };

/** One run of the command line: its streams, its flags and its client. */
export class Cli {
  readonly io: Io;
  readonly #flags: () => GlobalFlags;
  #client: Watchframe | null = null;
  /** How the run ended, if it did not throw. */
  outcome: Outcome = "done";

  /** `flags` is read after the command line is parsed. */
  constructor(io: Io, flags: () => GlobalFlags) {
    this.io = io;
    this.#flags = flags;
  }

  get flags(): GlobalFlags {
    return this.#flags();
  }

  get exitCode(): number {
    return exitCodes[this.outcome].code;
  }

  connection(): Connection {
    return findConnection(this.io, this.flags);
  }

  /** @throws CliError without a key. */
  get client(): Watchframe {
    const { url: baseUrl, apiKey } = this.#client === null ? this.connection() : { url: "", apiKey: "" };
    this.#client ??= new Watchframe({ baseUrl, apiKey });
    return this.#client;
  }

  /** Options for calls that neither wait nor create. Ctrl-C ends them. */
  get call(): { signal: AbortSignal } {
    return { signal: this.io.signal };
  }

  /** Options for calls and waits, from `--timeout`, `--idempotency-key` and Ctrl-C. */
  get waiting(): Waiting {
    const { timeout, idempotencyKey } = this.flags;
    return {
      signal: this.io.signal,
      ...(timeout !== undefined && { timeoutMs: timeout * 1_000 }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    };
  }

  /** A key of its own for one of several pieces of work, from `--idempotency-key`. Else the client makes one. */
  async keyFor(item: string): Promise<Pick<Waiting, "idempotencyKey">> {
    const { idempotencyKey: prefix } = this.flags;
    if (prefix === undefined) return {};
    const { createHash } = await import("node:crypto");
    return { idempotencyKey: `${prefix}-${createHash("sha256").update(item).digest("hex").slice(0, 32)}` };
  }

  /** Prints a result: as JSON with `--json` or `--jsonl`, else as `text` gives it. */
  async print<Value>(value: Value, text: (value: Value) => string): Promise<void> {
    const { json, jsonl } = this.flags;
    if (jsonl) await write(this.io.stdout, `${JSON.stringify(value)}\n`);
    else if (json) await write(this.io.stdout, `${JSON.stringify(value, null, 2)}\n`);
    else await write(this.io.stdout, endLine(text(value)));
  }

  /** Prints the results of one or several pieces of work: JSON is an object for one, and an array for several. */
  async printEach<Value>(values: readonly Value[], count: number, text: (value: Value) => string): Promise<void> {
    const [only] = values;
    if (this.flags.json && count > 1) await this.print(values, () => "");
    else if (count === 1 && only !== undefined) await this.print(only, text);
    else for (const value of values) await this.print(value, text);
  }

  /** Words for people, on standard error. `--quiet` leaves them out. */
  async say(text: string): Promise<void> {
    if (!this.flags.quiet) await write(this.io.stderr, endLine(text));
  }

  /** Text in a style, if standard error is a terminal that shows it. */
  style(format: Parameters<typeof styleText>[0], text: string): string {
    const { color, json, jsonl } = this.flags;
    const plain = !color || json || jsonl || Boolean(this.io.env["NO_COLOR"]) || !this.io.stderr.isTTY;
    return plain ? text : styleText(format, text, { validateStream: false });
  }
}

function endLine(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

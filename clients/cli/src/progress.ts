import type { Cli } from "./cli.ts";
import { forTerminal, writeRaw } from "./io.ts";

/** One line on a terminal that shows what goes on. It writes nothing elsewhere, or with `--quiet` or `--json`. */
export class Progress {
  readonly #cli: Cli;
  #shown = "";

  constructor(cli: Cli) {
    this.#cli = cli;
  }

  async show(text: string): Promise<void> {
    const { io, flags } = this.#cli;
    if (!io.stderr.isTTY || flags.quiet || flags.json || flags.jsonl || text === this.#shown) return;
    this.#shown = text;
    const width = io.stderr.columns ?? 80;
    const line = forTerminal(text).slice(0, width - 1);
    await writeRaw(io.stderr, `\r\u001b[2K${this.#cli.style("dim", line)}`);
  }

  /** Removes the line. */
  async clear(): Promise<void> {
    if (this.#shown !== "") await writeRaw(this.#cli.io.stderr, "\r\u001b[2K");
    this.#shown = "";
  }
}

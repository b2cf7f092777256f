import { format } from "node:util";
import { type CDPSession, CDPSessionEvent, type Protocol } from "puppeteer";
import type { ConsoleLine } from "#schemas/extracts/traffic.ts";
import { stripCredentials } from "./requests.ts";

/** Maximum lines. */
const maxLines = 2_000;
/** Maximum UTF-16 units of a line's text and of its address, and of the text in which secrets are looked for. */
const maxChars = { text: 2_000, url: 2_048, read: 100_000 };

type Place = { url?: string | undefined; lineNumber?: number | undefined; columnNumber?: number | undefined };

/** Reads what the page writes to its console, in all frames and workers, from the creation of the watch on. */
export class ConsoleWatch {
  readonly #lines: ConsoleLine[] = [];
  readonly #hide: (text: string) => string;
  #isCut = false;

  /** `hide` removes secrets from a text. */
  constructor(session: CDPSession, hide: (text: string) => string) {
    this.#hide = hide;
    this.#listen(session);
  }

  /** The lines in their order, and whether further ones were left out. */
  read(): { lines: ConsoleLine[]; isCut: boolean } {
    return { lines: this.#lines, isCut: this.#isCut };
  }

  #listen(session: CDPSession): void {
    session.on("Runtime.consoleAPICalled", ({ type, args, timestamp, stackTrace }) => {
      // Ends of groups and the like write nothing.
      if (args.length === 0) return;
      const [first, ...rest] = args.map(textOf);
      this.#add({ at: timestamp, level: levels[type] ?? "log", source: "script" }, format(first, ...rest), {
        ...stackTrace?.callFrames[0],
      });
    });
    session.on("Runtime.exceptionThrown", ({ timestamp, exceptionDetails }) => {
      const { exception, text, url, lineNumber, columnNumber, stackTrace } = exceptionDetails;
      const words = exception === undefined ? text : `${text} ${textOf(exception)}`;
      const place = stackTrace?.callFrames[0] ?? { url, lineNumber, columnNumber };
      this.#add({ at: timestamp, level: "error", source: "exception" }, words, place);
    });
    session.on("Log.entryAdded", ({ entry: { timestamp, level, text, url, lineNumber } }) => {
      this.#add({ at: timestamp, level: entryLevels[level], source: "browser" }, text, { url, lineNumber });
    });
    session.on(CDPSessionEvent.SessionAttached, (child) => this.#listen(child));
  }

  #add(facts: Pick<ConsoleLine, "level" | "source"> & { at: number }, text: string, place: Place): void {
    if (this.#lines.length === maxLines) {
      this.#isCut = true;
      return;
    }
    const { url = "", lineNumber, columnNumber } = place;
    this.#lines.push({
      ...facts,
      at: new Date(facts.at).toISOString(),
      text: this.#hide(text.slice(0, maxChars.read)).slice(0, maxChars.text),
      url: url === "" ? null : this.#hide(stripCredentials(url)).slice(0, maxChars.url),
      line: lineNumber === undefined ? null : lineNumber + 1,
      column: columnNumber === undefined ? null : columnNumber + 1,
    });
  }
}

/** The level of each method of the console; the others are `log`. */
const levels: Readonly<Record<string, ConsoleLine["level"]>> = {
  error: "error",
  assert: "error",
  warning: "warning",
  info: "info",
  debug: "debug",
};

const entryLevels: Readonly<Record<Protocol.Log.LogEntry["level"], ConsoleLine["level"]>> = {
  error: "error",
  warning: "warning",
  info: "info",
  verbose: "debug",
};

/** A value as a console shows it. An object has its first properties. */
function textOf({ type, value, description, preview }: Protocol.Runtime.RemoteObject): string {
  if (type === "string") return String(value);
  if (preview === undefined || preview.subtype === "error") return description ?? String(value);
  const isList = preview.subtype === "array";
  const shown = preview.properties.map((property) => {
    const text = property.type === "string" ? JSON.stringify(property.value ?? "") : (property.value ?? property.type);
    return isList ? text : `${property.name}: ${text}`;
  });
  const all = [...shown, ...(preview.overflow ? ["…"] : [])].join(", ");
  return isList ? `[${all}]` : `{${all}}`;
}

import type { Monitor } from "../../../typescript/src/index.ts";
import { type PageLine, readPageLines } from "../../../addresses/pageLines.ts";
import { type Entry, type MonitorFile, toMonitorFile, toName, type Unusable } from "./entry.ts";
import { knownAddress } from "./known.ts";

/** A list of addresses, one a line, as the console reads it. */
export function readUrls(text: string): MonitorFile {
  return toMonitorFile(readPageLines(text).map(toEntry));
}

function toEntry({ raw, url, name, problem }: PageLine): Entry | Unusable {
  if (problem !== null) return { name: raw.trim().slice(0, 100), reason: problem };
  return { request: { name: toName(name, url), url }, warnings: [] };
}

export function writeUrls(monitors: readonly Monitor[]): string {
  return monitors.map((monitor) => `${knownAddress(monitor)}, ${monitor.name}\n`).join("");
}

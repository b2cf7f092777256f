import type { Monitor } from "../../../typescript/src/index.ts";
import { type Entry, isPageAddress, type MonitorFile, toMonitorFile, toName, type Unusable } from "./entry.ts";
import { knownAddress } from "./known.ts";

/** A list of addresses, one a line. Words after an address are the name. Lines that begin with # are comments. */
export function readUrls(text: string): MonitorFile {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return toMonitorFile(lines.filter((line) => line !== "" && !line.startsWith("#")).map(readLine));
}

function readLine(line: string): Entry | Unusable {
  const [url = ""] = line.split(/\s/, 1);
  const name = line.slice(url.length).trim();
  if (!isPageAddress(url)) return { name: line.slice(0, 100), reason: "It is no address of a page." };
  return { request: { name: toName(name === "" ? null : name, url), url }, warnings: [] };
}

export function writeUrls(monitors: readonly Monitor[]): string {
  return monitors.map((monitor) => `${knownAddress(monitor)} ${monitor.name}\n`).join("");
}

import type { Html } from "#markup/html.ts";
import type { Json } from "#schemas/common.ts";

/** A reply to read: its bytes, its `Content-Type` and its address. `draws` is whether its page may have pictures of it. */
export type Source = { bytes: Uint8Array; contentType: string; url: string; draws: boolean };

/**
 * The contents of a reply. `body` is its page. `data` is the same as JSON, for paths: a text as it was served, or a value; null
 * without any. `leftOut` says in words what the page does not show; null if it shows all.
 */
export type Contents = { title: string; body: Html; data: string | Json; leftOut: string | null };

/** Bounds of a page of ours. Chosen by eye; a browser lays the longest one out within a second or two. */
export const pageLimits = { chars: 1_000_000, lines: 20_000, entries: 1_000, rows: 5_000, cells: 30_000 } as const;

/** The name of a reply: the last part of its path, else its host. */
export function nameOf(address: string): string {
  const url = URL.parse(address);
  const last = url?.pathname.split("/").findLast((part) => part !== "");
  return last ?? url?.hostname ?? "";
}

/** A number with its noun in the plural, as a reader writes it: `12,345 rows`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}`;
}

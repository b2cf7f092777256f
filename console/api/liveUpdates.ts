import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** First parts of query keys that a change of a kind makes stale, besides the kind itself. */
const alsoStale: Readonly<Record<string, readonly string[]>> = {
  run: ["monitor"],
  job: ["batch", "crawl", "diff", "usage"],
  batch: ["job"],
  crawl: ["job"],
};

/** Milliseconds over which changes are collected before the screens refetch. */
const collectMs = 300;
/** Milliseconds between refetches while the stream is unavailable. */
const pollMs = 5_000;

/** Keeps the screens current by the account's event stream, and by polling while the stream is unavailable. */
export function useLiveUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const kinds = new Set<string>();
    let collecting: ReturnType<typeof setTimeout> | undefined;
    const refetch = (): void => {
      collecting = undefined;
      const stale = new Set([...kinds].flatMap((kind) => [kind, ...(alsoStale[kind] ?? [])]));
      kinds.clear();
      void client.invalidateQueries({ predicate: ({ queryKey }) => stale.has(String(queryKey[0])) });
    };
    const source = new EventSource("/events");
    source.addEventListener("change", ({ data }: MessageEvent<string>) => {
      const { kind }: { kind: string } = JSON.parse(data);
      kinds.add(kind);
      collecting ??= setTimeout(refetch, collectMs);
    });
    source.addEventListener("reset", () => void client.invalidateQueries());
    const polling = setInterval(() => {
      if (source.readyState !== EventSource.OPEN && !document.hidden) void client.invalidateQueries();
    }, pollMs);
    return () => {
      source.close();
      clearTimeout(collecting);
      clearInterval(polling);
    };
  }, [client]);
}

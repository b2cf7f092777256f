import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { checkConnection } from "./connection.ts";

/** First parts of query keys that a change of a kind makes stale, besides the kind itself. */
const alsoStale: Readonly<Record<string, readonly string[]>> = {
  // A message makes the picture of a change after the change.
  run: ["monitor", "change"],
  // A sitemap's reply counts its monitors. A change shows its monitor's name.
  monitor: ["sitemap", "change"],
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
    let source = openStream(client);
    const polling = setInterval(() => {
      if (source.readyState === EventSource.OPEN || document.hidden) return;
      void client.invalidateQueries();
      // After an error reply a browser does not connect again.
      if (source.readyState === EventSource.CLOSED) source = reopenStream(client);
    }, pollMs);
    return () => {
      source.close();
      clearInterval(polling);
    };
  }, [client]);
}

/** Opens the stream. A broken one connects again by itself and resumes after its last event. */
function openStream(client: QueryClient): EventSource {
  const source = new EventSource("/events");
  const collect = collectKinds(client);
  source.addEventListener("change", ({ data }: MessageEvent<string>) => {
    const { kind }: { kind: string } = JSON.parse(data);
    collect(kind);
  });
  source.addEventListener("reset", () => void client.invalidateQueries());
  source.addEventListener("error", () => void checkConnection());
  return source;
}

/** Opens a stream instead of an ended one. It starts at the newest change, so everything before is fetched again. */
function reopenStream(client: QueryClient): EventSource {
  const source = openStream(client);
  source.addEventListener("hello", () => void client.invalidateQueries(), { once: true });
  return source;
}

/** Marks what changes of a kind make stale, once for all changes that come close together. */
function collectKinds(client: QueryClient): (kind: string) => void {
  const kinds = new Set<string>();
  const refetch = (): void => {
    const stale = new Set([...kinds].flatMap((kind) => [kind, ...(alsoStale[kind] ?? [])]));
    kinds.clear();
    const isStale = ({ queryKey }: Query): boolean => stale.has(String(queryKey[0]));
    void client.invalidateQueries({ predicate: (query) => isStale(query) && !isWhole(query) });
    // Each run of each monitor is a change, so whole lists only become stale.
    void client.invalidateQueries({ predicate: (query) => isStale(query) && isWhole(query), refetchType: "none" });
  };
  return (kind) => {
    if (kinds.size === 0) setTimeout(refetch, collectMs);
    kinds.add(kind);
  };
}

/** Whether a query reads all pages of a list. */
function isWhole({ meta }: Query): boolean {
  return meta?.["isWhole"] === true;
}

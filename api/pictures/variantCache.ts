import { LRUCache } from "lru-cache";

/** Variants in memory that were made more than once. */
export type VariantCache = {
  /** The bytes of a variant, or null. */
  find(name: string): Buffer | null;
  /** Keeps the bytes of a variant if it was made before. */
  keep(name: string, bytes: Buffer): void;
};

/** Size of the cache, names of made variants that it remembers, and milliseconds for which it does both. */
type Bounds = { maxBytes: number; maxNames: number; maxAgeMs: number };

/** Creates a cache. A variant that one request wants would push out one that many want, so the second making keeps it. */
export function createVariantCache({ maxBytes, maxNames, maxAgeMs: ttl }: Bounds): VariantCache {
  const variants = new LRUCache<string, Buffer>({ maxSize: maxBytes, sizeCalculation: ({ length }) => length, ttl });
  const made = new LRUCache<string, true>({ max: maxNames, ttl });
  return {
    find: (name) => variants.get(name) ?? null,
    keep(name, bytes) {
      if (made.has(name)) variants.set(name, bytes);
      else made.set(name, true);
    },
  };
}

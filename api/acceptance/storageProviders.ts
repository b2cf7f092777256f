import type { FieldProblem, StorageProvider } from "#schemas/common.ts";

/** What the caller said of where the bucket is. */
type Given = { region: string | undefined; endpoint: URL | null };

/** Origin of the S3 API and the region that uploads are signed for. */
export type BucketAddress = { endpoint: string; region: string };

/** What tells one provider from another; the S3 API is the same for all. */
type ProviderFacts = {
  /** What its buckets can be called. */
  bucket: RegExp;
  /** Fills in what the caller left out, or says what can't be. */
  locate(given: Given): BucketAddress | FieldProblem;
};

// Amazon's rules for buckets, without the names that lead elsewhere: access points, directory buckets, Outposts.
const plainBucket =
  /^(?!xn--|sthree-)(?!.*(?:\.\.|-s3alias$|--ol-s3$|--x-s3$|\.mrap$))[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const amazonHost = /^s3[.-]([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/;
const backblazeHost = /^s3\.([a-z0-9-]+)\.backblazeb2\.com$/;

/** Every provider, by its name in storage_provider. */
export const storageProviders = {
  s3: {
    bucket: plainBucket,
    locate({ endpoint, region = regionIn(endpoint, amazonHost) ?? "us-east-1" }) {
      const suffix = region.startsWith("cn-") ? ".cn" : "";
      return { endpoint: endpoint?.origin ?? `https://s3.${region}.amazonaws.com${suffix}`, region };
    },
  },
  b2: {
    // Unlike Amazon's they may have capitals, and no dots.
    bucket: /^(?!b2-)[A-Za-z0-9-]{6,63}$/,
    locate({ endpoint, region = regionIn(endpoint, backblazeHost) }) {
      if (region !== undefined) return { endpoint: endpoint?.origin ?? `https://s3.${region}.backblazeb2.com`, region };
      const message =
        "is required for b2 (such as us-west-004); it stands in the endpoint that the bucket's page shows";
      return { field: "storage_region", message };
    },
  },
  r2: {
    bucket: plainBucket,
    locate({ endpoint, region = "auto" }) {
      if (endpoint !== null) return { endpoint: endpoint.origin, region };
      const message =
        "is required for r2: https://<account id>.r2.cloudflarestorage.com, as the bucket's settings show it";
      return { field: "storage_endpoint", message };
    },
  },
} satisfies Record<StorageProvider, ProviderFacts>;

function regionIn(endpoint: URL | null, host: RegExp): string | undefined {
  return host.exec(endpoint?.hostname ?? "")?.[1];
}

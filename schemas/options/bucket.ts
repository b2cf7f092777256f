import { Type } from "typebox";
import { literals, StorageProvider } from "../common.ts";
import { defaultStoragePath, pathNotes } from "../renders/storage.ts";
import { jobs, option } from "./option.ts";
import { flag } from "./schemas.ts";

const text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });

/** Requests whose outputs can go to the caller's bucket. */
const storedUses = [...jobs, "monitor"] as const;
const shownUses = [...storedUses, "reply"] as const;

const needs =
  "Needs storage_provider, storage_bucket and both keys. A render that can't be stored fails and is refunded. Without `store` the `storage_…` fields have no effect.";

/** The caller's own object storage. The seed of the contract spells these names with underscores. */
export const bucket = {
  store: option({
    schema: flag(`Also store every output in the caller's object storage, by the \`storage_…\` fields. ${needs}`),
    own: {
      monitor: flag(
        `Also store each run's picture in the owner's object storage. ${needs.replace("A render", "A run")}`,
      ),
    },
    label: "Store in your own bucket",
    in: shownUses,
  }),
  storage_provider: option({
    schema: literals(StorageProvider.enum, {
      description: "`s3` is AWS, or with storage_endpoint any S3-compatible service.",
    }),
    label: "Provider",
    in: shownUses,
  }),
  storage_path: option({
    schema: text(
      1024,
      `Key of each output, at most 1,024 bytes with its values: ${pathNotes}. A path that ends in / is a folder. If two outputs had the same key, the picture keeps it and the others get their name and extension added: \`home.jpg\`, \`home.jpg.metadata.json\`. Default: \`${defaultStoragePath}\`.`,
    ),
    label: "Path",
    in: shownUses,
  }),
  storage_bucket: option({ schema: text(63, "Name of an existing bucket."), label: "Bucket", in: shownUses }),
  storage_endpoint: option({
    schema: text(
      2048,
      "https address of the S3 API. Needed for r2 (`https://<account id>.r2.cloudflarestorage.com`); s3 and b2 derive it from storage_region.",
    ),
    label: "Endpoint",
    in: shownUses,
  }),
  storage_region: option({
    schema: text(
      64,
      "Region of the bucket. Needed for b2 (such as us-west-004) unless the endpoint names it. Default: us-east-1 for s3, auto for r2.",
    ),
    label: "Region",
    in: shownUses,
  }),
  storage_access_key_id: option({
    schema: text(256, "Id of a key that may write to the bucket. It needs no other permission."),
    label: "Access key id",
    in: storedUses,
    secret: true,
  }),
  storage_secret_access_key: option({
    schema: text(1024, "The secret key. It is encrypted before it is stored, and opened only to sign the upload."),
    label: "Secret access key",
    in: storedUses,
    secret: true,
  }),
  storage_public_domain: option({
    schema: text(
      253,
      "Public host of the bucket's objects, with an optional path before the key (`cdn.example.com/shots`). Locations use it.",
    ),
    label: "Public domain",
    in: shownUses,
  }),
  storage_return_location: option({
    schema: flag(
      "Add `location` to each output of the result: its address under storage_public_domain, else under the endpoint.",
    ),
    own: { monitor: flag("Add `location` to the run's screenshot: its address in that storage.") },
    label: "Return location",
    in: shownUses,
  }),
};

/** The keys of the bucket. They are sealed with what else the upload needs. */
export const bucketKeys = ["storage_access_key_id", "storage_secret_access_key"] as const;

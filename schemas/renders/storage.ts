import { Type } from "typebox";
import { literals, type Sealed, StorageProvider } from "../common.ts";

/** Placeholders of `storage_path` and their values. Times are those of the job's acceptance, in UTC. */
const pathPlaceholders = {
  id: "the job's id",
  name: "the output's name (screenshot, metadata, markdown …)",
  ext: "the output's file ending (jpg, png, json, html, md)",
  host: "the page's host",
  date: "the day, 2026-11-21",
  year: "2026",
  month: "11",
  day: "21",
  time: "the time of day, 093005",
} as const;
export type PathPlaceholder = keyof typeof pathPlaceholders;

/** Default of `storage_path`. It never gives the same key twice. */
export const defaultStoragePath = "{host}/{date}/{id}-{name}.{ext}";

const listed = Object.entries(pathPlaceholders).map(([name, meaning]) => `\`{${name}}\` ${meaning}`);

const text = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));
const secret = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, writeOnly: true, description }));

/** Request fields of the caller's own object storage. */
export const storageOptions = {
  store: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Also store every output in the caller's object storage, by the `storage_…` fields. Needs storage_provider, storage_bucket and both keys. A render that can't be stored fails and is refunded. Without `store` the `storage_…` fields have no effect.",
    }),
  ),
  storage_provider: Type.Optional(
    literals(StorageProvider.enum, {
      description: "`s3` is AWS, or with storage_endpoint any S3-compatible service.",
    }),
  ),
  storage_path: text(
    1024,
    `Key of each output, at most 1,024 bytes with its values: ${listed.join("; ")}. A path that ends in / is a folder. If two outputs had the same key, the picture keeps it and the others get their name and extension added: \`home.jpg\`, \`home.jpg.metadata.json\`. Default: \`${defaultStoragePath}\`.`,
  ),
  storage_bucket: text(63, "Name of an existing bucket."),
  storage_endpoint: text(
    2048,
    "https address of the S3 API. Needed for r2 (`https://<account id>.r2.cloudflarestorage.com`); s3 and b2 derive it from storage_region.",
  ),
  storage_region: text(
    64,
    "Region of the bucket. Needed for b2 (such as us-west-004) unless the endpoint names it. Default: us-east-1 for s3, auto for r2.",
  ),
  storage_access_key_id: secret(256, "Id of a key that may write to the bucket. It needs no other permission."),
  storage_secret_access_key: secret(
    1024,
    "The secret key. It is encrypted before it is stored, and opened only to sign the upload.",
  ),
  storage_public_domain: text(
    253,
    "Public host of the bucket's objects, with an optional path before the key (`cdn.example.com/shots`). Locations use it.",
  ),
  storage_return_location: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        "Add `location` to each output of the result: its address under storage_public_domain, else under the endpoint.",
    }),
  ),
};

/** The caller's bucket with derived values and sealed credentials. */
export type StorageTarget = {
  provider: StorageProvider;
  bucket: string;
  /** Template of the keys. */
  path: string;
  /** Origin of the S3 API. */
  endpoint: string;
  region: string;
  /** Base of public addresses, without a trailing slash. */
  publicBase?: string;
  returnLocation: boolean;
  accessKeyId: Sealed;
  secretAccessKey: Sealed;
};

import type { Sealed, StorageProvider } from "../common.ts";

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

/** The placeholders and their values, for descriptions. */
export const pathNotes = Object.entries(pathPlaceholders)
  .map(([name, meaning]) => `\`{${name}}\` ${meaning}`)
  .join("; ");

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

/** The field that each key of the bucket is sealed for. */
export const storageFields = { accessKeyId: "storageAccessKeyId", secretAccessKey: "storageSecretAccessKey" } as const;
export type StorageSecret = (typeof storageFields)[keyof typeof storageFields];

import { Agent } from "node:http";
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import type { Env } from "#schemas/settings/env.ts";

/** The object store can't be reached, or can't do what it is asked just now, as with a full disk; asked again it may. */
export class ObjectStoreAway extends Error {
  override readonly name = "ObjectStoreAway";

  constructor(cause: unknown) {
    super("The object store is away.", { cause });
  }
}

/** The service's own bucket, where outputs lie. Everything rejects with ObjectStoreAway where it is away. */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The object's bytes; null where there is none. */
  get(key: string): Promise<Buffer | null>;
  /** Removes every object whose key begins so; none is no error. */
  removePrefix(prefix: string): Promise<void>;
  /** Makes the bucket unless it is there. */
  ensureBucket(): Promise<void>;
  /** Rejects when the bucket can't be reached. */
  ping(): Promise<void>;
  close(): void;
};

export type ObjectStoreSettings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Where the service's own bucket is, by its settings. */
export function ownBucket(env: Env): ObjectStoreSettings {
  return {
    endpoint: env.WATCHFRAME_S3_ENDPOINT,
    region: env.WATCHFRAME_S3_REGION,
    bucket: env.WATCHFRAME_S3_BUCKET,
    accessKeyId: env.WATCHFRAME_S3_ACCESS_KEY_ID,
    secretAccessKey: env.WATCHFRAME_S3_SECRET_ACCESS_KEY,
  };
}

/** Opens the bucket over the S3 API; works with AWS, R2, B2, MinIO and versitygw alike (path-style, no SDK-specific checksums). */
export function openObjectStore(settings: ObjectStoreSettings): ObjectStore {
  const { bucket: Bucket } = settings;
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 3,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: new NodeHttpHandler({
      connectionTimeout: 3_000,
      requestTimeout: 30_000,
      httpAgent: new Agent({ keepAlive: true, maxSockets: 64 }),
    }),
  });
  client.middlewareStack.add((next) => async (args) => next(args).catch(refusalOrAway), { step: "initialize" });
  return {
    async put(Key, Body, ContentType) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: Body.byteLength }));
    },
    async get(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
        return Body === undefined ? null : Buffer.from(await Body.transformToByteArray().catch(refusalOrAway));
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async removePrefix(Prefix) {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        for (const { Key } of Contents) await client.send(new DeleteObjectCommand({ Bucket, Key }));
      }
    },
    async ensureBucket() {
      try {
        await client.send(new HeadBucketCommand({ Bucket }));
      } catch (error) {
        if (!(error instanceof S3ServiceException) || error.$metadata.httpStatusCode !== 404) throw error;
        await client.send(new CreateBucketCommand({ Bucket }));
      }
    },
    async ping() {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(2_000) });
    },
    close: () => client.destroy(),
  };
}

/** Only a store that is there and well refuses. */
function refusalOrAway(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw refused ? error : new ObjectStoreAway(error);
}

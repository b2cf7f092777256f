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

/** The object store cannot be reached, or cannot serve a request now (for example, its disk is full). A retry may work. */
export class ObjectStoreAway extends Error {
  override readonly name = "ObjectStoreAway";

  constructor(cause: unknown) {
    super("The object store is unavailable.", { cause });
  }
}

/** The first and the last byte of a part. */
export type ObjectPart = { first: number; last: number };

/** The service's own bucket, which holds all outputs. Each method rejects with ObjectStoreAway while it is unavailable. */
export type ObjectStore = {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The object's bytes, or a part of them; null if the object does not exist. */
  get(key: string, part?: ObjectPart): Promise<Buffer | null>;
  /** Removes all objects with this key prefix; having none is no error. */
  removePrefix(prefix: string): Promise<void>;
  /** Creates the bucket if it does not exist. */
  ensureBucket(): Promise<void>;
  /** @throws If the bucket cannot be reached within 2 s. */
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

/** The settings of the service's own bucket. */
export function ownBucket(env: Env): ObjectStoreSettings {
  return {
    endpoint: env.WATCHFRAME_S3_ENDPOINT,
    region: env.WATCHFRAME_S3_REGION,
    bucket: env.WATCHFRAME_S3_BUCKET,
    accessKeyId: env.WATCHFRAME_S3_ACCESS_KEY_ID,
    secretAccessKey: env.WATCHFRAME_S3_SECRET_ACCESS_KEY,
  };
}

/**
 * Opens a bucket over the S3 API. Path-style addresses and no SDK-specific checksums work with AWS, R2, B2, MinIO and
 * versitygw.
 */
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
  client.middlewareStack.add((next) => async (args) => next(args).catch(rethrowFailure), { step: "initialize" });
  return {
    async put(Key, Body, ContentType) {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: Body.byteLength }));
    },
    async get(Key, part) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket,
            Key,
            ...(part !== undefined && { Range: `bytes=${part.first}-${part.last}` }),
          }),
        );
        return Body === undefined ? null : Buffer.from(await Body.transformToByteArray().catch(rethrowFailure));
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

/** Rethrows what a working store refuses (4xx). Any other failure means that the store is unavailable. */
function rethrowFailure(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw refused ? error : new ObjectStoreAway(error);
}

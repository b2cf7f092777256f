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

type BucketEnv = Pick<Env, Extract<keyof Env, `WATCHFRAME_S3_${string}`>>;

export type ObjectStoreSettings = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The settings of the service's own bucket. */
export function ownBucket(env: BucketEnv): ObjectStoreSettings {
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
  const client = clientOf(settings);
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

function clientOf({ endpoint, region, accessKeyId, secretAccessKey }: ObjectStoreSettings): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
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
}

/** Objects that are copied at once. Each is in memory meanwhile. */
const copiedAtOnce = 16;

/** Copies all objects of a bucket, with their content types. It may be repeated. Returns their number. */
export async function copyBucket(source: ObjectStoreSettings, target: ObjectStoreSettings): Promise<number> {
  const [from, to] = [clientOf(source), clientOf(target)];
  const copy = async (Key: string | undefined) => {
    const { Body, ContentType } = await from.send(new GetObjectCommand({ Bucket: source.bucket, Key }));
    const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
    await to.send(new PutObjectCommand({ Bucket: target.bucket, Key, Body: bytes, ContentType }));
  };
  let count = 0;
  try {
    for await (const { Contents = [] } of paginateListObjectsV2({ client: from }, { Bucket: source.bucket })) {
      for (let index = 0; index < Contents.length; index += copiedAtOnce)
        await Promise.all(Contents.slice(index, index + copiedAtOnce).map(({ Key }) => copy(Key)));
      count += Contents.length;
    }
    return count;
  } finally {
    from.destroy();
    to.destroy();
  }
}

/** Rethrows what a working store refuses (4xx). Any other failure means that the store is unavailable. */
function rethrowFailure(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
  throw refused ? error : new ObjectStoreAway(error);
}

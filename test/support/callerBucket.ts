import { CreateBucketCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import { servers } from "./servers.ts";

/** A bucket of a caller's own on the tests' object store. */
export type TestBucket = {
  /** host:port of the store, for the egress policy. */
  host: string;
  endpoint: string;
  /** Request fields that store into it. */
  fields: Record<string, unknown>;
  keys(prefix?: string): Promise<string[]>;
  read(key: string): Promise<{ contentType: string | undefined; bytes: Buffer }>;
  close(): void;
};

/** Makes a bucket. */
export async function openBucket(bucket: string): Promise<TestBucket> {
  const { endpoint, accessKeyId, secretAccessKey } = (await servers()).info.s3;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: "us-east-1", credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return {
    host: new URL(endpoint).host,
    endpoint,
    fields: {
      store: true,
      storage_provider: "s3",
      storage_bucket: bucket,
      storage_endpoint: endpoint,
      storage_access_key_id: accessKeyId,
      storage_secret_access_key: secretAccessKey,
    },
    async keys(prefix = "") {
      const keys: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
      return keys.toSorted();
    },
    async read(key) {
      const { Body, ContentType } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return { contentType: ContentType, bytes: Buffer.from((await Body?.transformToByteArray()) ?? []) };
    },
    close: () => client.destroy(),
  };
}

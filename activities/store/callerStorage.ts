import { pipeline, Readable, Transform } from "node:stream";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { guardedAgents } from "#egress/agents.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import { RenderFailure } from "../failures.ts";
import type { CallerBucket, CallerStorage } from "../ports.ts";
import { toStorageFailure } from "./storageFailure.ts";

type Handle = NodeHttpHandler["handle"];

/** Milliseconds for one object, from the connection to the end of the answer. */
const putMs = 30_000;
/** Bytes kept of an answer. Real ones are a few hundred; a hostile endpoint could send without end. */
const maxAnswerBytes = 64 * 1024;

/** Uploads to callers' buckets: connections by the egress policy, no redirect followed, one try (the workflow decides on more). */
export function createCallerStorage(policy: EgressPolicy): CallerStorage {
  const handler = new NodeHttpHandler(guardedAgents(policy));
  const handle = withShortAnswers(handler);
  return {
    async put(bucket, { key: Key, bytes: Body, contentType: ContentType }, signal) {
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(putMs)]);
      const { bucket: Bucket } = bucket;
      const put = new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: Body.byteLength });
      const answer = await openClient(handle, bucket)
        .send(put, { abortSignal })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw toStorageFailure(error);
        });
      // Any web server may say 200 to anything; a store says what it has stored.
      if (answer.ETag === undefined)
        throw new RenderFailure("storage_invalid", "It does not answer as an S3 API does.");
    },
    close: () => handler.destroy(),
  };
}

/** Everything is given, so that the library looks for nothing in the environment: an operator's own credentials least of all. */
function openClient(handle: Handle, bucket: CallerBucket): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket;
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
    useArnRegion: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    followRegionRedirects: false,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { handle },
  });
}

/** The handler's exchange, with answers broken off that are longer than an answer can be. */
function withShortAnswers(handler: NodeHttpHandler): Handle {
  return async (request, options) => {
    const { response } = await handler.handle(request, options);
    const body: unknown = response.body;
    if (body instanceof Readable) response.body = atMost(body, maxAnswerBytes);
    return { response };
  };
}

/** The stream, broken off with an error once it is longer. */
function atMost(stream: Readable, most: number): Readable {
  let length = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.byteLength;
      if (length > most) done(new Error("The answer is too long."));
      else done(null, chunk);
    },
  });
  // Whoever reads the counter sees the error.
  return pipeline(stream, counter, () => undefined);
}

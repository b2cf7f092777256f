import { pipeline, Readable, Transform } from "node:stream";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { guardedAgents } from "#egress/agents.ts";
import { type EgressPolicy, EgressRefused } from "#egress/policy.ts";
import type { RenderErrorCode } from "#schemas/errors.ts";
import { RenderFailure } from "../failures.ts";
import type { CallerBucket, CallerStorage } from "../ports.ts";

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
  // The reader of the counter sees the error.
  return pipeline(stream, counter, () => undefined);
}

/** Codes that mean a refusal under whatever status; the last is versitygw's for a key it does not know. */
const denials = new Set(["AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "XAdminUserNotFound"]);

/**
 * What went wrong with an upload, as the catalogue names it. Only the code that the storage gave is taken over from it:
 * its sentences may hold keys, addresses and whatever else a hostile endpoint would like to see in a history.
 */
function toStorageFailure(cause: unknown): RenderFailure {
  if (cause instanceof EgressRefused) return new RenderFailure("target_forbidden", "It is that of storage_endpoint.");
  const answer = answerOf(cause);
  if (answer === null) return new RenderFailure("storage_unreachable", undefined, { cause });
  return new RenderFailure(codeOf(answer), `It answered ${[answer.status, answer.code].join(" ").trim()}.`);
}

type Answer = { status: number; code: string };

/** The storage's answer as the SDK notes it on whatever it throws; null where there was none or it broke off. */
function answerOf(error: unknown): Answer | null {
  const status = error instanceof Error && "$metadata" in error ? statusIn(error.$metadata) : null;
  if (!(error instanceof Error) || status === null || status < 300) return null;
  // "Error" and "Unknown" are the SDK's own words for answers without a code.
  const said = /^(?!Error$|Unknown|SyntaxError)[A-Za-z]{1,64}$/.test(error.name);
  return { status, code: said ? error.name : "" };
}

function statusIn(metadata: unknown): number | null {
  const known = typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata;
  return known && typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : null;
}

function codeOf({ status, code }: Answer): RenderErrorCode {
  if (status === 401 || status === 403 || denials.has(code)) return "storage_access_denied";
  // Too slow, too many, and its own trouble pass; whatever else it says no to, it will say no to again.
  if (status === 408 || status === 429 || status >= 500) return "storage_unreachable";
  return "storage_invalid";
}

import { pipeline, Readable, Transform } from "node:stream";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { guardedAgents } from "#egress/agents.ts";
import { type EgressPolicy, EgressRefused } from "#egress/policy.ts";
import type { RenderErrorCode } from "#schemas/renders/errors.ts";
import { RenderFailure } from "../failures.ts";
import type { CallerBucket, CallerStorage } from "../ports.ts";

type Handle = NodeHttpHandler["handle"];

/** Timeout of one upload in milliseconds, from the connection to the end of the reply. */
const putMs = 30_000;
/** Maximum bytes of a reply. Real replies have a few hundred; a hostile endpoint may send endlessly. */
const maxReplyBytes = 64 * 1024;

/** Creates the port that uploads to callers' buckets. It obeys the egress policy and follows no redirects. The workflow retries. */
export function createCallerStorage(policy: EgressPolicy): CallerStorage {
  const handler = new NodeHttpHandler(guardedAgents(policy));
  const handle = limitReplies(handler);
  return {
    async put(bucket, { key: Key, bytes: Body, contentType: ContentType }, signal) {
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(putMs)]);
      const { bucket: Bucket } = bucket;
      const put = new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: Body.byteLength });
      const reply = await openClient(handle, bucket)
        .send(put, { abortSignal })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          throw toStorageFailure(error);
        });
      // Any web server may answer 200. Only an object store sends an ETag for the upload.
      if (reply.ETag === undefined) throw new RenderFailure("storage_invalid", "It does not answer as an S3 API does.");
    },
    close: () => handler.destroy(),
  };
}

/** Sets every option, so that the library reads nothing from the environment, such as the operator's own credentials. */
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

/** Wraps the handler so that a reply fails after `maxReplyBytes`. */
function limitReplies(handler: NodeHttpHandler): Handle {
  return async (request, options) => {
    const { response } = await handler.handle(request, options);
    const body: unknown = response.body;
    if (body instanceof Readable) response.body = limitStream(body, maxReplyBytes);
    return { response };
  };
}

/** A copy of the stream that fails after `maxBytes`. */
function limitStream(stream: Readable, maxBytes: number): Readable {
  let length = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.byteLength;
      if (length > maxBytes) done(new Error("The reply is too long."));
      else done(null, chunk);
    },
  });
  // The reader of the counter sees the error.
  return pipeline(stream, counter, () => undefined);
}

/** Error codes that mean a refusal, whatever the status. The last is versitygw's code for an unknown key. */
const accessDeniedCodes = new Set([
  "AccessDenied",
  "InvalidAccessKeyId",
  "SignatureDoesNotMatch",
  "XAdminUserNotFound",
]);

/**
 * Maps an upload's error to the error catalogue. From the reply it takes only status and code: its texts may contain keys,
 * addresses or anything else that a hostile endpoint puts into them.
 */
function toStorageFailure(cause: unknown): RenderFailure {
  if (cause instanceof EgressRefused)
    return new RenderFailure("target_forbidden", "It is the address of storage_endpoint.");
  const reply = replyOf(cause);
  if (reply === null) return new RenderFailure("storage_unreachable", undefined, { cause });
  return new RenderFailure(codeOf(reply), `It answered ${[reply.status, reply.code].join(" ").trim()}.`);
}

type Reply = { status: number; code: string };

/** The storage's reply, which the SDK attaches to its errors; null without a complete reply. */
function replyOf(error: unknown): Reply | null {
  const status = error instanceof Error && "$metadata" in error ? statusIn(error.$metadata) : null;
  if (!(error instanceof Error) || status === null || status < 300) return null;
  // The SDK uses "Error" and "Unknown" for replies without a code.
  const hasCode = /^(?!Error$|Unknown|SyntaxError)[A-Za-z]{1,64}$/.test(error.name);
  return { status, code: hasCode ? error.name : "" };
}

function statusIn(metadata: unknown): number | null {
  const hasStatus = typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata;
  return hasStatus && typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : null;
}

function codeOf({ status, code }: Reply): RenderErrorCode {
  if (status === 401 || status === 403 || accessDeniedCodes.has(code)) return "storage_access_denied";
  // Timeouts, rate limits and server errors are temporary. A retry does not help against any other refusal.
  if (status === 408 || status === 429 || status >= 500) return "storage_unreachable";
  return "storage_invalid";
}

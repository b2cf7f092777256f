import { type Static, Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import type { JobRecord } from "#schemas/job.ts";
import { failureName, type OutputName, OutputNameParam, type OutputRecord } from "#schemas/outputs.ts";
import { isOutputUrlValid } from "#vault/signatures.ts";
import { signedOrKey } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, Exchange } from "../http/exchange.ts";
import { matchesTag } from "../http/staticBytes.ts";
import { defineRoute, linkQuery } from "../http/route.ts";
import { readVariant, type VariantClient, variantOf, variantQuery } from "../pictures/variants.ts";
import type { ApiPorts } from "../ports.ts";
import { outputContent, outputHeaders } from "./present.ts";
import { replyWithRecording } from "./recordingReply.ts";
import { isTerminal, readAnyJob, readJob } from "./store.ts";

const OutputPath = Type.Object({ id: Uuid, name: OutputNameParam }, { additionalProperties: false });
/** Query of a signed address. */
export const SignedQuery = Type.Object(
  {
    expires: Type.Optional(
      Type.Integer({ minimum: 0, description: "Expiry of a signed address, Unix time in seconds." }),
    ),
    signature: Type.Optional(
      Type.String({ maxLength: 128, description: "Signature of a signed address. It replaces a key." }),
    ),
  },
  linkQuery,
);
/** Query of an output: a signed address, and the variant of a picture. */
export const OutputQuery = Type.Object({ ...SignedQuery.properties, ...variantQuery }, linkQuery);

/** The bytes of one output, by key or by signed address. */
export const getOutput = defineRoute({
  id: "getOutput",
  client: {
    resource: "jobs",
    method: "stream",
    query: {},
    help: "An output, to read piece by piece. `name` is `screenshot`, `markdown` or another output of the job.",
  },
  method: "GET",
  path: "/jobs/:id/outputs/:name",
  summary: "Get the bytes of one output",
  description:
    "Job results have signed addresses of this operation, which need no key. `width`, `height`, `fit`, `position`, `as`, `slice` and `rows` give a variant of a picture; it is made once and removed with the picture.",
  tag: "Jobs",
  auth: signedOrKey("read", "render"),
  errorShape: "submit",
  params: OutputPath,
  query: OutputQuery,
  responses: {
    200: {
      description: "The bytes.",
      bytes: [
        "image/jpeg",
        "image/png",
        "image/webp",
        "image/avif",
        "image/gif",
        "text/html",
        "text/markdown",
        "application/pdf",
        "video/mp4",
        "video/webm",
        "application/json",
      ],
      headers: ["ETag", "Content-Disposition", "Cache-Control"],
    },
    206: {
      description: "The part of a recording that the header `Range` names.",
      bytes: ["image/gif", "video/mp4", "video/webm"],
      headers: ["ETag", "Content-Disposition", "Cache-Control", "Content-Range"],
    },
    304: { description: "The client already has these bytes.", headers: ["ETag", "Cache-Control"] },
  },
  errors: ["not_found", "output_expired", "not_ready"],
  async handle({ params, query, caller, exchange }, ports) {
    exchange.setJobId(params.id);
    const record = await authorised(ports, { caller, params, query });
    const output = outputOf(record, params.name);
    if (output.name === "recording" && variantOf(output, query) === null)
      return replyWithRecording(ports, exchange, { jobId: record._id, output });
    const client = clientOf(record, { caller, exchange });
    return replyWithOutput(ports, exchange, { owner: record._id, output, query, client, expiresAt: record.expiresAt });
  },
});

type Wanted = {
  owner: string;
  output: OutputRecord;
  query: Static<typeof OutputQuery>;
  client: VariantClient;
  expiresAt: Date;
};

/** The client of a call by key or by signed address for an account's record. */
export function clientOf(
  { accountId }: { accountId: string },
  { caller, exchange }: { caller: Caller | null; exchange: Exchange },
): VariantClient {
  return { accountId, address: caller === null ? exchange.address : null };
}

/** The bytes of an output, or the variant of a picture that the query names. */
export async function replyWithOutput({ objects, now }: ApiPorts, exchange: Exchange, wanted: Wanted) {
  const { owner, output, query, client, expiresAt } = wanted;
  const variant = variantOf(output, query);
  const etag = variant?.etag ?? `"${output.sha256}"`;
  const shown = variant === null ? output : { ...output, contentType: variant.contentType };
  const headers = { ETag: etag, "Cache-Control": "private, max-age=300", ...outputHeaders(owner, shown) };
  if (matchesTag(exchange.header("If-None-Match") ?? "", etag)) return { status: 304, headers } as const;
  if (variant === null) return { status: 200, headers, content: outputContent(objects, output) } as const;
  const signal = exchange.untilGone();
  const bytes = await readVariant(objects, { variant, client, expiresAt, now: now(), signal });
  const content = { contentType: variant.contentType, length: bytes.length, read: () => Promise.resolve(bytes) };
  return { status: 200, headers, content } as const;
}

type Asked = {
  caller: Caller | null;
  params: { id: string; name: OutputName };
  query: { expires?: number; signature?: string };
};

async function authorised(ports: ApiPorts, { caller, params, query }: Asked): Promise<JobRecord> {
  if (caller !== null) {
    refuseUnknown(query);
    return readJob(ports.database, caller.accountId, params.id);
  }
  const { expires = 0, signature = "" } = query;
  const isValid = isOutputUrlValid(ports.signingKey, {
    owner: params.id,
    name: params.name,
    expires,
    signature,
    now: ports.now(),
  });
  if (!isValid) throw new ApiError("output_expired");
  return readAnyJob(ports.database, params.id);
}

/**
 * Refuses the parameters of signed addresses in a call by key.
 * @throws ApiError `validation_failed`.
 */
export function refuseUnknown(query: Static<typeof OutputQuery>): void {
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(OutputQuery.properties, name));
  const fields = unknown.map((field) => ({ field, message: "is not a known field" }));
  if (fields.length > 0) throw new ApiError("validation_failed", { fields });
}

function outputOf(record: JobRecord, name: OutputName): OutputRecord {
  if (!isTerminal(record)) throw new ApiError("not_ready", { retryAfter: 1 });
  const { result, failurePicture } = record;
  const failure = failurePicture === undefined ? [] : [{ ...failurePicture, name: failureName } as const];
  const output = [...(result?.outputs ?? []), ...failure].find((candidate) => candidate.name === name);
  if (output === undefined) throw new ApiError("not_found", { message: "The job has no such output." });
  return output;
}

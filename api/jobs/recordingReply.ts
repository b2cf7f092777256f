import type { ObjectPart } from "#data/objects.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import { matchesTag } from "../http/staticBytes.ts";
import type { Exchange } from "../http/exchange.ts";
import type { ApiPorts } from "../ports.ts";
import { outputContent, outputHeaders } from "./present.ts";
import { readOutput } from "./store.ts";

type Recording = { jobId: string; output: OutputRecord };

/** The bytes of a recording, or the part that a player asks for. Without parts some players can't seek, or play nothing. */
export function replyWithRecording({ objects }: ApiPorts, exchange: Exchange, { jobId, output }: Recording) {
  const etag = `"${output.sha256}"`;
  const headers = {
    ETag: etag,
    "Cache-Control": "private, max-age=300",
    "Accept-Ranges": "bytes",
    ...outputHeaders(jobId, output),
  };
  if (matchesTag(exchange.header("If-None-Match") ?? "", etag)) return { status: 304, headers } as const;
  const ifRange = exchange.header("If-Range") ?? etag;
  const range = ifRange === etag ? rangeOf(exchange.header("Range") ?? "", output.bytes) : null;
  if (range === null) return { status: 200, headers, content: outputContent(objects, output) } as const;
  const { first, last } = range;
  const read = () => readOutput(objects, output, range);
  return {
    status: 206,
    headers: { ...headers, "Content-Range": `bytes ${first}-${last}/${output.bytes}` },
    content: { contentType: output.contentType, length: last - first + 1, read },
  } as const;
}

/**
 * The part that a Range header names (RFC 9110, 14.2); null if it names none or several, or one beyond the end. The reply then
 * has all bytes.
 */
function rangeOf(header: string, bytes: number): ObjectPart | null {
  const [, from = "", to = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header) ?? [];
  if (from === "" && to === "") return null;
  const range =
    from === ""
      ? { first: Math.max(0, bytes - Number(to)), last: bytes - 1 }
      : { first: Number(from), last: to === "" ? bytes - 1 : Math.min(bytes - 1, Number(to)) };
  return range.first <= range.last ? range : null;
}

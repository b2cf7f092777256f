import type { ObjectStore } from "#data/objects.ts";
import { extensionOf, type OutputRecord } from "#schemas/outputs.ts";
import { readOutput } from "../reads/outputs.ts";
import type { Content } from "../route.ts";

/** An output's bytes as a reply's content; read only when they are sent. */
export function outputContent(objects: ObjectStore, output: OutputRecord): Content {
  return { contentType: output.contentType, length: output.bytes, read: () => readOutput(objects, output) };
}

/** Headers that keep what a stranger's page says from running on our origin: pictures are shown, all else is kept inert. */
export function outputHeaders(jobId: string, output: OutputRecord) {
  const picture = output.contentType.startsWith("image/");
  const name = `${jobId}-${output.name}.${extensionOf(output.contentType)}`;
  return {
    "Content-Disposition": `${output.contentType.startsWith("text/html") ? "attachment" : "inline"}; filename="${name}"`,
    "Content-Security-Policy": picture ? "default-src 'none'" : "sandbox; default-src 'none'",
  };
}

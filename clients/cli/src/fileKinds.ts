import path from "node:path";
import { type Bytes, readBytes } from "../../typescript/src/bytes.ts";
import { CliError } from "./exitCodes.ts";

/** The content that a file's ending asks for. */
export type FileKind = {
  ending: string;
  contentType: string;
  /** The output of a render that has it. */
  output: "screenshot" | "pdf" | "recording";
  /** The option of the render that makes it. */
  format?: "png" | "jpg" | "mp4" | "webm" | "gif";
  /** The format to which a picture is converted when it is read. */
  as?: "png" | "jpg" | "webp" | "avif";
};

const kinds: readonly FileKind[] = [
  { ending: ".png", contentType: "image/png", output: "screenshot", format: "png", as: "png" },
  { ending: ".jpg", contentType: "image/jpeg", output: "screenshot", format: "jpg", as: "jpg" },
  { ending: ".jpeg", contentType: "image/jpeg", output: "screenshot", format: "jpg", as: "jpg" },
  // Renders have no such format. A png loses nothing before it is converted.
  { ending: ".webp", contentType: "image/webp", output: "screenshot", format: "png", as: "webp" },
  { ending: ".avif", contentType: "image/avif", output: "screenshot", format: "png", as: "avif" },
  { ending: ".pdf", contentType: "application/pdf", output: "pdf" },
  { ending: ".mp4", contentType: "video/mp4", output: "recording", format: "mp4" },
  { ending: ".webm", contentType: "video/webm", output: "recording", format: "webm" },
  { ending: ".gif", contentType: "image/gif", output: "recording", format: "gif" },
];

/** Endings of pictures, documents and recordings, as a sentence lists them. */
export const fileEndings = kinds.map(({ ending }) => ending).join(", ");

/** The kind of a file by its ending; null for another ending. */
export function kindOf(file: string | undefined): FileKind | null {
  if (file === undefined) return null;
  const ending = path.extname(file).toLowerCase();
  return kinds.find((kind) => kind.ending === ending) ?? null;
}

/** @throws CliError if the content is another one than the file's ending says. */
export function checkEnding(file: string, contentType: string): void {
  const kind = kindOf(file);
  const given = mediaTypeOf(contentType);
  if (kind === null || kind.contentType === given) return;
  const own = kinds.find((each) => each.contentType === given)?.ending ?? "another ending";
  throw new CliError(`${file} would hold ${given}. End its name with ${own}.`);
}

type PictureQuery = { as?: "png" | "jpg" | "webp" | "avif" };

/** The bytes of an output. A picture has the format of the file's ending. */
export async function readFor(
  file: string | undefined,
  read: (query: PictureQuery) => Promise<Response>,
): Promise<Bytes> {
  const { contentType, as } = kindOf(file) ?? {};
  // A picture that the service made is a png or a jpg, so another format is asked for at once.
  if (as === "webp" || as === "avif") return readBytes(await read({ as }));
  const content = await readBytes(await read({}));
  const isOther = mediaTypeOf(content.contentType) !== contentType && /^image\/(?:png|jpeg)/.test(content.contentType);
  return as !== undefined && isOther ? readBytes(await read({ as })) : content;
}

function mediaTypeOf(contentType: string): string {
  return contentType.split(";", 1)[0] ?? "";
}

import { Html } from "#markup/html.ts";
import { type Contents, counted, nameOf, pageLimits, type Source } from "../contents.ts";

/** Bytes of the pictures of a file in sum. */
const maxPictureBytes = 10_000_000;

/** Pictures that browsers show. Drawings of Windows are none. */
const shownPicture = /^image\/(?:png|jpeg|gif|webp|bmp|svg\+xml)$/u;

/** A part of a document as the library gives it. */
type Part = { value?: unknown; children?: Part[] };

/**
 * The headings, paragraphs, lists, tables, notes and pictures of a Word file. Null for a file that is broken, or locked with a
 * password.
 */
export async function readWord({ bytes, url }: Source): Promise<Contents | null> {
  // Loaded when the first such file comes, as few captures have one.
  const { default: mammoth } = await import("mammoth");
  const leftOut = new Set<string>();
  let pictureBytes = 0;

  const cut = (document: Part): Part => {
    const { children = [] } = document;
    let chars = 0;
    const end = children.findIndex((part) => (chars += textLength(part)) > pageLimits.chars);
    if (end === -1) return document;
    leftOut.add(
      `The page shows the first ${counted(end, "paragraphs")} of ${children.length.toLocaleString("en-US")}.`,
    );
    return { ...document, children: children.slice(0, end) };
  };
  const convertImage = mammoth.images.imgElement(async (picture) => {
    const picked = shownPicture.test(picture.contentType) ? await picture.readAsBase64String() : "";
    pictureBytes += picked.length;
    if (picked !== "" && pictureBytes <= maxPictureBytes)
      return { src: `data:${picture.contentType};base64,${picked}` };
    leftOut.add("The page leaves out pictures that are too large or that no browser shows.");
    return { src: "" };
  });
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { externalFileAccess: false, includeEmbeddedStyleMap: false, transformDocument: cut, convertImage },
    );
    // The library escapes the texts of the file.
    const body = new Html(value);
    return { title: nameOf(url), body, data: null, leftOut: leftOut.size === 0 ? null : [...leftOut].join(" ") };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return null;
  }
}

/** Characters of a part, at any depth. */
function textLength({ value, children = [] }: Part): number {
  const own = typeof value === "string" ? value.length : 0;
  return children.reduce((sum, child) => sum + textLength(child), own);
}

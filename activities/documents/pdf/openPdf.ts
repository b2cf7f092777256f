import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { init, type WrappedPdfiumModule } from "@embedpdf/pdfium";

/** PDFium, with the memory that its pointers lead into. */
export type Pdfium = WrappedPdfiumModule;

/** An open file. `document` points to it. */
export type PdfFile = { pdfium: Pdfium; document: number; pages: number; title: string };

let library: Promise<Pdfium> | null = null;

/** Opens a PDF for as long as `work` takes. Null for a file that is broken, or locked with a password. */
export async function openPdf<Result>(
  bytes: Uint8Array,
  work: (file: PdfFile) => Promise<Result>,
): Promise<Result | null> {
  // Loaded when the first PDF comes, as most captures meet none.
  library ??= load();
  const pdfium = await library;
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const pointer = malloc(bytes.length);
  pdfium.pdfium.HEAPU8.set(bytes, pointer);
  const document = pdfium.FPDF_LoadMemDocument(pointer, bytes.length, "");
  try {
    if (document === 0) return null;
    const pages = pdfium.FPDF_GetPageCount(document);
    return pages < 1 ? null : await work({ pdfium, document, pages, title: titleOf(pdfium, document) });
  } finally {
    if (document !== 0) pdfium.FPDF_CloseDocument(document);
    free(pointer);
  }
}

/** Passes `bytes` bytes of PDFium's memory to `work`, and frees them. They are zero at first. */
export function withMemory<Result>({ pdfium }: Pdfium, bytes: number, work: (pointer: number) => Result): Result {
  const pointer = pdfium.wasmExports.malloc(bytes);
  pdfium.HEAPU8.fill(0, pointer, pointer + bytes);
  try {
    return work(pointer);
  } finally {
    pdfium.wasmExports.free(pointer);
  }
}

async function load(): Promise<Pdfium> {
  const { buffer } = new Uint8Array(await readFile(fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm"))));
  const pdfium = await init({ wasmBinary: buffer });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** Longest title that is read, in bytes of UTF-16. */
const maxTitleBytes = 1_000;

function titleOf(pdfium: Pdfium, document: number): string {
  return withMemory(pdfium, maxTitleBytes, (pointer) => {
    const length = pdfium.FPDF_GetMetaText(document, "Title", pointer, maxTitleBytes);
    // A longer title is not written at all.
    return length > maxTitleBytes ? "" : pdfium.pdfium.UTF16ToString(pointer).trim();
  });
}

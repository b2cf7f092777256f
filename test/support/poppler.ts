import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { popplerFolder } from "./provisioned.ts";

const run = promisify(execFile);

/** The contents of a PDF, as poppler reads them. Sizes are in points. */
export type PopplerPdf = {
  pages: number;
  tagged: boolean;
  size: [width: number, height: number];
  texts: string[];
  outline: string[];
  /** PNG of the first page, one pixel per point. */
  picture: Buffer;
};

/** Reads a PDF with poppler's programs. Each fails on a damaged file. */
export async function readWithPoppler(bytes: Uint8Array): Promise<PopplerPdf> {
  const bin = popplerFolder();
  if (bin === null) throw new Error("This test needs poppler-utils.");
  const folder = await mkdtemp(join(tmpdir(), "watchframe-poppler-"));
  const file = join(folder, "file.pdf");
  const call = async (program: string, ...args: string[]) => {
    const { stdout, stderr } = await run(join(bin, program), args, { cwd: folder });
    if (/error/iu.test(stderr)) throw new Error(`${program} says: ${stderr}`);
    return stdout;
  };
  try {
    await writeFile(file, bytes);
    const facts = await call("pdfinfo", file);
    const fact = (pattern: RegExp): string[] => pattern.exec(facts)?.slice(1) ?? [];
    const [width, height] = fact(/^Page size:\s+([\d.]+) x ([\d.]+) pts/mu).map(Number);
    const text = await call("pdftotext", "-layout", file, "-");
    const xml = await call("pdftohtml", "-xml", "-stdout", "-i", file);
    const { stdout: picture } = await run(join(bin, "pdftoppm"), ["-png", "-r", "72", "-f", "1", "-l", "1", file], {
      encoding: "buffer",
      maxBuffer: 2 ** 26,
    });
    return {
      pages: Number(fact(/^Pages:\s+(\d+)$/mu)[0]),
      tagged: fact(/^Tagged:\s+(\w+)$/mu)[0] === "yes",
      size: [width ?? 0, height ?? 0],
      texts: text.split("\f").slice(0, -1),
      outline: Array.from(xml.matchAll(/<item page="\d+">(.*?)<\/item>/gu), ([, title = ""]) => title),
      picture,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

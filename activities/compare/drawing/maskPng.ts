import { crc32, deflateSync } from "node:zlib";
import type { ChangeMap } from "../clusters.ts";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Each byte with its bits in reverse order. A change map begins at the lowest bit, PNG at the highest. */
const reversed = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(byte.toString(2).padStart(8, "0").split("").toReversed().join(""), 2),
);

/**
 * The changed pixels as a PNG of one bit per pixel: white for changes, black elsewhere. It is written here because an
 * image library would first make a picture of 32 bits per pixel. Source: PNG specification, third edition.
 */
export function maskPng({ width, rows, stride, bits }: ChangeMap): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows, 4);
  // Bit depth 1, grey; deflate, adaptive filters, no interlacing are 0.
  header.writeUInt8(1, 8);
  // A row begins with its filter, 0 for none.
  const lines = Buffer.alloc((stride + 1) * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let at = 0; at < stride; at += 1)
      lines[row * (stride + 1) + 1 + at] = reversed[bits[row * stride + at] ?? 0] ?? 0;
  }
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(lines)), chunk("IEND")]);
}

function chunk(type: "IHDR" | "IDAT" | "IEND", data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

import { closeSync, openSync, readSync, writeSync } from "node:fs";

/** Bytes of a pixel: red, green, blue, alpha. */
export const channels = 4;

export type Size = { width: number; height: number };

/**
 * Decoded pixels in a file, so that no more of them than a band need be in memory. The file is of libvips' own format,
 * `.v`: a header of 64 bytes and the rows, without compression; libvips reads and writes it as a stream.
 */
export type RawPicture = Size & {
  /** Fills `into` with whole rows from `top` on. */
  read(top: number, into: Uint8Array): void;
  close(): void;
};

const headerBytes = 64;
const littleEndian = 0x08f2a6b6;
const [uncoded, unsigned8, sRgb] = [0, 0, 22];

/** The header, as `vips__write_header_bytes` of libvips lays it out. */
function headerOf({ width, height }: Size): Buffer {
  const header = Buffer.alloc(headerBytes);
  const fields = [littleEndian, width, height, channels, 8, unsigned8, uncoded, sRgb];
  for (const [index, field] of fields.entries()) header.writeUInt32LE(field, index * 4);
  header.writeFloatLE(1, 32);
  header.writeFloatLE(1, 36);
  return header;
}

/** Opens what libvips wrote; throws where it is not of that size or laid out otherwise. */
export function openRaw(file: string, size: Size): RawPicture {
  const descriptor = openSync(file, "r");
  const header = Buffer.alloc(headerBytes);
  readFully(descriptor, header, 0);
  const same = 32;
  if (header.compare(headerOf(size), 0, same, 0, same) !== 0) {
    closeSync(descriptor);
    throw new Error(`A decoded picture is laid out unlike what is read here: ${header.toString("hex", 0, same)}`);
  }
  return {
    ...size,
    read: (top, into) => readFully(descriptor, into, headerBytes + top * size.width * channels),
    close: () => closeSync(descriptor),
  };
}

/** Writes a file of that size for libvips, row by row; a row's bytes may be used again once it is written. */
export function writeRaw(file: string, size: Size, rows: Iterable<Uint8Array>): void {
  const descriptor = openSync(file, "w", 0o600);
  try {
    writeFully(descriptor, headerOf(size));
    for (const row of rows) writeFully(descriptor, row);
  } finally {
    closeSync(descriptor);
  }
}

function readFully(descriptor: number, into: Uint8Array, from: number): void {
  for (let done = 0; done < into.length;) {
    const read = readSync(descriptor, into, done, into.length - done, from + done);
    if (read === 0) throw new Error("A decoded picture is shorter than its header says.");
    done += read;
  }
}

function writeFully(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
}

import { constants, crc32, deflateRawSync } from "node:zlib";

/** Deflated data without a header, and the size and the checksum of what it unpacks into. */
type Deflated = { bytes: Buffer; size: number; crc: number };

/** Deflates pieces as one text. A piece that comes often is deflated once, so that gigabytes take no time. */
export function deflatePieces(pieces: readonly Buffer[]): Deflated {
  const deflated = new Map<Buffer, Buffer>();
  const unfinished = (piece: Buffer): Buffer => {
    const known = deflated.get(piece) ?? deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH });
    deflated.set(piece, known);
    return known;
  };
  return {
    bytes: Buffer.concat([...pieces.map(unfinished), deflateRawSync("")]),
    size: pieces.reduce((sum, piece) => sum + piece.length, 0),
    crc: pieces.reduce((crc, piece) => crc32(piece, crc), 0),
  };
}

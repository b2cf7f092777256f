import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/** Addresses by name. Other names do not exist. */
export type Zone = Record<string, { a?: number[][]; aaaa?: number[][] }>;

const typeA = 1;
const typeAaaa = 28;

/** A name server (RFC 1035, one question per packet) on UDP port 53 of 127.0.0.1. It counts and records the questions. */
export async function serveNames(
  zone: Zone,
): Promise<{ socket: Socket; questions(): number; asked(): ReadonlySet<string> }> {
  const socket = createSocket("udp4");
  let questions = 0;
  const asked = new Set<string>();
  socket.on("message", (query, client) => {
    questions += 1;
    asked.add(readName(query).name);
    socket.send(answer(query, zone), client.port, client.address);
  });
  socket.bind(53, "127.0.0.1");
  await once(socket, "listening");
  return { socket, questions: () => questions, asked: () => asked };
}

function answer(query: Buffer, zone: Zone): Buffer {
  const { name, end } = readName(query);
  const type = query.readUInt16BE(end);
  const known = zone[name];
  const records = (type === typeA ? known?.a : type === typeAaaa ? known?.aaaa : undefined) ?? [];
  const head = Buffer.from(query.subarray(0, 12));
  // Response, recursion desired and available; "no such name" for names outside the zone.
  head.writeUInt16BE(known === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(records.length, 6);
  head.fill(0, 8, 12);
  return Buffer.concat([head, query.subarray(12, end + 4), ...records.map((bytes) => record(type, bytes))]);
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

/** One answer: a pointer to the question's name, class IN, TTL of one minute. */
function record(type: number, bytes: number[]): Buffer {
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]);
}

import { randomInt } from "node:crypto";
import { createServer } from "node:net";

const LOOPBACK = "127.0.0.1";

/**
 * Where ports are looked for: below those that Linux gives out by itself (32768 and up), so that no other process gets one by chance
 * between its being found and its server's start; at random, so that two who look at the same time find others.
 */
const range = { first: 10_240, count: 22_000 };

/** As many different free ports as asked for; all are held until the last is known, so none comes twice. */
export async function freePorts(count: number): Promise<number[]> {
  const held: Listening[] = [];
  while (held.length < count) {
    const server = await tryToListen(range.first + randomInt(range.count));
    if (server !== null) held.push(server);
  }
  await Promise.all(held.map((server) => server.close()));
  return held.map(({ port }) => port);
}

/** Whether the port of this machine's loopback address is free. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = await tryToListen(port);
  await server?.close();
  return server !== null;
}

type Listening = { port: number; close(): Promise<void> };

async function tryToListen(port: number): Promise<Listening | null> {
  try {
    return await listenOn(port);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return null;
    throw error;
  }
}

function listenOn(port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    const close = () => new Promise<void>((closed) => void server.close(() => closed()));
    server.listen(port, LOOPBACK, () => resolve({ port, close }));
  });
}

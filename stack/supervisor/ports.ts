import { createServer } from "node:net";

const LOOPBACK = "127.0.0.1";

/** As many different free ports as asked for; all are held until the last is known, so none comes twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listenOn(0)));
  const ports = servers.map((server) => server.port);
  await Promise.all(servers.map((server) => server.close()));
  return ports;
}

/** Whether nobody listens on the port of this machine's loopback address. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await (await listenOn(port)).close();
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return false;
    throw error;
  }
}

function listenOn(port: number): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      const bound = typeof address === "object" && address ? address.port : port;
      resolve({ port: bound, close: () => new Promise((closed) => void server.close(() => closed())) });
    });
  });
}

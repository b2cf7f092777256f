import type { Server } from "node:http";
import type { Server as TcpServer } from "node:net";

/** Listens on a free port of an address. Returns the port. */
export async function listen(server: TcpServer, address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(0, address, resolve);
  await promise;
  server.off("error", reject);
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("The server has no port.");
  return bound.port;
}

/** Stops a server and closes its connections. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}

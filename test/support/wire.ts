import { connect, createServer, type Socket } from "node:net";

/**
 * What a wire does to the connections over it: carries them, refuses all and cuts those there are, holds back what they say and
 * new ones (as a host that is gone does), carries each piece late, or cuts all of them again and again.
 */
type WireState = "up" | "away" | "silent" | "slow" | "cutting";

/** A TCP connection's way to a server, with which a test comes between. */
export type Wire = {
  /** `127.0.0.1:port`, in place of the server's own. */
  address: string;
  set(state: WireState): void;
  /** Loses the answers to whatever has one of these words in it, and carries all else. None: loses nothing from now on. */
  swallow(...words: string[]): void;
  close(): Promise<void>;
};

/** By how much a slow wire delays each piece, milliseconds, each way. */
const slowMs = 150;
/** Milliseconds between two cuts. */
const cuttingMs = 700;

/** Lays a wire to `host:port`. */
export async function layWire(target: string): Promise<Wire> {
  const [host = "", port = ""] = target.split(":");
  const sockets = new Set<Socket>();
  const dumb = new WeakSet<Socket>();
  let state: WireState = "up";
  let swallowed: readonly string[] = [];

  function carry(from: Socket, to: Socket): void {
    from.on("data", (piece) => {
      if (swallowed.some((word) => piece.includes(word))) dumb.add(to);
      if (dumb.has(from)) return;
      // What is held back is lost, and its connection with it: a test goes on to another state only when it cuts them all.
      if (state === "silent") return;
      if (state === "slow") setTimeout(() => to.write(piece), slowMs);
      else to.write(piece);
    });
    // Behind what it said before.
    from.on("close", () => (state === "slow" ? setTimeout(() => to.destroy(), slowMs) : to.destroy()));
    from.on("error", () => to.destroy());
    sockets.add(from);
    from.on("close", () => sockets.delete(from));
  }
  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }
  const server = createServer((near) => {
    if (state === "away") return void near.destroy();
    const far = connect(Number(port), host);
    carry(near, far);
    carry(far, near);
  });
  const cutter = setInterval(() => state === "cutting" && cut(), cuttingMs);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the wire has no port");
  return {
    address: `127.0.0.1:${bound.port}`,
    set(next) {
      if (next === "away" || state === "silent") cut();
      state = next;
    },
    swallow(...words) {
      swallowed = words;
    },
    close: () =>
      new Promise((resolve) => {
        clearInterval(cutter);
        server.close(() => resolve());
        cut();
      }),
  };
}

import { connect, createServer, type Socket } from "node:net";

/**
 * The states of the proxy.
 * - `up`: all bytes pass.
 * - `away`: open connections are cut and new ones refused.
 * - `silent`: open connections stay, but no bytes pass, as with a host that has vanished.
 * - `slow`: each piece is delayed by `slowMs`, each way.
 * - `cutting`: all connections are cut every `cuttingMs`.
 */
type ProxyState = "up" | "away" | "silent" | "slow" | "cutting";

/** A TCP proxy in front of a server, which a test can make fail. */
export type TcpProxy = {
  /** `127.0.0.1:port`, to use in place of the server's own address. */
  address: string;
  set(state: ProxyState): void;
  /** Loses the replies to requests that contain one of these words. Without words it loses nothing from now on. */
  loseReplies(...words: string[]): void;
  close(): Promise<void>;
};

const slowMs = 150;
const cuttingMs = 700;

/** Starts a proxy to `host:port`, in state `up`. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const [host = "", port = ""] = target.split(":");
  const sockets = new Set<Socket>();
  const muted = new WeakSet<Socket>();
  let state: ProxyState = "up";
  let lostWords: readonly string[] = [];

  function forward(from: Socket, to: Socket): void {
    from.on("data", (piece) => {
      if (lostWords.some((word) => piece.includes(word))) muted.add(to);
      if (muted.has(from)) return;
      // These bytes are lost for good. The next state cuts the connection, so no client sees a gap.
      if (state === "silent") return;
      if (state === "slow") setTimeout(() => to.write(piece), slowMs);
      else to.write(piece);
    });
    // The end of a slow connection must not overtake its bytes.
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
    forward(near, far);
    forward(far, near);
  });
  const cutter = setInterval(() => state === "cutting" && cut(), cuttingMs);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("the proxy has no port");
  return {
    address: `127.0.0.1:${bound.port}`,
    set(next) {
      if (next === "away" || state === "silent") cut();
      state = next;
    },
    loseReplies(...words) {
      lostWords = words;
    },
    close: () =>
      new Promise((resolve) => {
        clearInterval(cutter);
        server.close(() => resolve());
        cut();
      }),
  };
}

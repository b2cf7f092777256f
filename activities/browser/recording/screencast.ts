import type { CDPSession, Protocol } from "puppeteer";

/** The running pictures of a page. */
export type Screencast = {
  /** Resolves when the first frame is there. */
  start: Promise<void>;
  /** The newest frame, a jpeg. */
  newest(): Buffer;
  stop(): Promise<void>;
};

const jpegQuality = 85;
/** Time without a new frame after which the page's current picture is asked for. */
const stillMs = 300;

/** Streams frames of the page from now on. Their sides have at most `maxSide` pixels. */
export async function openScreencast(session: CDPSession, maxSide: number): Promise<Screencast> {
  const { promise: start, resolve } = Promise.withResolvers<void>();
  const options = { format: "jpeg", quality: jpegQuality, maxWidth: maxSide, maxHeight: maxSide } as const;
  let newest = "";
  let hasStopped = false;
  let asking: Promise<unknown> = Promise.resolve();
  let still: NodeJS.Timeout | null = null;
  // The browser drops frames while others are on their way, also the last one before the page stands still.
  const ask = async () => {
    await session.send("Page.stopScreencast");
    if (!hasStopped) await session.send("Page.startScreencast", options);
  };
  const onFrame = ({ data, sessionId }: Protocol.Page.ScreencastFrameEvent) => {
    newest = data;
    resolve();
    still ??= setTimeout(() => (asking = Promise.allSettled([ask()])), stillMs);
    still.refresh();
    // A page that is closing takes no acknowledgement.
    session.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  };
  session.on("Page.screencastFrame", onFrame);
  await session.send("Page.startScreencast", options);
  return {
    start,
    newest: () => Buffer.from(newest, "base64"),
    async stop() {
      hasStopped = true;
      session.off("Page.screencastFrame", onFrame);
      if (still !== null) clearTimeout(still);
      await asking;
      await session.send("Page.stopScreencast");
    },
  };
}

import type { CDPSession, Protocol } from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";

/** Messages of one document or frame after which its console falls silent. Chosen by eye. */
const maxMessages = 1_000;

/** Gives every method of a console an empty body. */
const silence = `for (const name of Object.keys(console)) if (typeof console[name] === "function") console[name] = () => {};`;

/**
 * Silences consoles that are written to without end. The browser reports each message, and the reports of a flood keep its
 * answers to our own calls waiting for seconds.
 */
export function silenceFloods(session: CDPSession, logger: Logger): void {
  const counts = new Map<number, number>();
  session.on("Runtime.executionContextsCleared", () => counts.clear());
  session.on("Runtime.consoleAPICalled", ({ executionContextId }: Protocol.Runtime.ConsoleAPICalledEvent) => {
    const count = (counts.get(executionContextId) ?? 0) + 1;
    counts.set(executionContextId, count);
    if (count !== maxMessages) return;
    session
      .send("Runtime.evaluate", { contextId: executionContextId, expression: silence })
      .catch((error: unknown) => logger.debug({ err: error }, "the document of a console was gone before its silence"));
  });
}

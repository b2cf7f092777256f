import { Context } from "@temporalio/activity";

/** Does work that takes a while, with a sign of life every second; a worker that dies is then missed soon. */
export async function withHeartbeat<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const context = Context.current();
  const beat = setInterval(() => context.heartbeat(), 1_000);
  try {
    return await work(context.cancellationSignal);
  } finally {
    clearInterval(beat);
  }
}

import { countCrash, crashedUntil } from "#data/crashedPages.ts";
import { isDatabaseDown } from "#data/reconnect.ts";
import { RenderFailure } from "../failures.ts";
import type { ActivityPorts } from "../ports.ts";
import type { CaptureSlotKey } from "../ports.ts";

/** A page to capture, and the slots that an earlier try may hold. */
type Attempt = { url: string; slots: CaptureSlotKey };

/**
 * Runs a capture, unless its page crashed its renderer twice in the last hour for this account. Each crash costs a browser's
 * time and is refunded. MongoDB counts, so that the count outlives the worker.
 * @throws RenderFailure `page_crashed`, which is not retried, if the page is not tried.
 */
export async function unlessCrashing<Result>(
  { database, captureSlots, logger }: Pick<ActivityPorts, "database" | "captureSlots" | "logger">,
  { url, slots }: Attempt,
  work: () => Promise<Result>,
): Promise<Result> {
  const page = { accountId: slots.accountId, url };
  const until = await crashedUntil(database, page, new Date()).catch(nullWhenDatabaseDown);
  if (until !== null) {
    await captureSlots.release(slots);
    const detail = `It crashed twice, so it is not tried until ${until.toISOString()}.`;
    throw new RenderFailure("page_crashed", detail, { isFinal: true });
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof RenderFailure && error.code === "page_crashed") {
      await countCrash(database, page, new Date()).catch((cause: unknown) =>
        logger.warn({ error: cause }, "a crash of a page was not counted"),
      );
    }
    throw error;
  }
}

/** Captures go on while MongoDB is unavailable. */
function nullWhenDatabaseDown(error: unknown): null {
  if (!isDatabaseDown(error)) throw error;
  return null;
}

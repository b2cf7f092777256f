import { documentMarks, judgeChallenge } from "#rules/challenges.ts";
import type { PageContents } from "../../ports.ts";
import { ContentReader, type DocumentContents } from "../inPage/contentReader.ts";
import { inPageObject } from "../inPage/world.ts";
import { pageUnresponsive } from "../watch/hangRecovery.ts";
import { readFrames } from "./readFrames.ts";
import type { CaptureRun } from "./run.ts";

/** Time for a page's contents. Chosen by eye. */
const maxReadMs = 2_000;
/** Characters of visible text that are read. */
const maxTextChars = 1_000_000;

/** Contents of a page that did not answer. It counts as a page of its own. */
const unreadContents: DocumentContents = { text: "", textChars: 0, hasMedia: true, hasPassword: false, marks: [] };

/**
 * Reads what the page shows: whether it is empty, or a challenge, and the text that the caller asked for.
 * @throws RenderFailure `page_crashed` if the caller asked for the text and the page does not answer.
 */
export async function readContents(run: CaptureRun): Promise<PageContents> {
  const { tracker, request, watches, lease } = run;
  const wantsText = request.readsText === true;
  const contents = await (wantsText ? readSurely(run) : readIfAnswering(run));
  const { text, textChars, hasMedia, hasPassword, marks } = contents;
  const frameContents = await readFrames(run);
  const { response } = tracker;
  const headers = response?.headers() ?? {};
  const status = response?.status() ?? null;
  return {
    challenge: judgeChallenge({ status, headers, marks, textChars, hasPassword }),
    isEmpty: textChars === 0 && !hasMedia,
    text: wantsText ? [text, ...(frameContents?.texts ?? [])].join("\n").slice(0, maxTextChars) : null,
    ...(frameContents !== null && { frames: frameContents.frames }),
    ...watches?.failedRequests(lease.mainFrameId),
  };
}

function readSurely(run: CaptureRun): Promise<DocumentContents> {
  const { guard, hangRecovery } = run;
  return hangRecovery.run(
    () => read(run, maxTextChars),
    () => Math.min(maxReadMs, guard.remainingMs() / 3),
    pageUnresponsive,
  );
}

async function readIfAnswering(run: CaptureRun): Promise<DocumentContents> {
  const { guard, logger } = run;
  const reading = read(run, 0).catch((error: unknown) => {
    logger.debug({ err: error }, "the contents of the page could not be read");
    return unreadContents;
  });
  const outcome = await guard.attempt(reading, Math.min(maxReadMs, guard.remainingMs() / 4));
  return outcome.done ? outcome.value : unreadContents;
}

function read({ lease }: CaptureRun, maxChars: number): Promise<DocumentContents> {
  return inPageObject(lease.world, ContentReader).call("read", { marks: documentMarks, maxChars });
}

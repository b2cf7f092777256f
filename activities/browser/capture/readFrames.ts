import type { Frame } from "puppeteer";
import type { Json } from "#schemas/common.ts";
import { type FrameReason, type FramesRead, frameLimits } from "#schemas/outputs.ts";
import { loadBlockRules } from "../blocking/blockRules.ts";
import { ContentReader } from "../inPage/contentReader.ts";
import { evaluateJson } from "../inPage/evaluateJson.ts";
import { keepFrameContent, listFrameElements } from "../inPage/frameElements.ts";
import { createIsolatedWorld, inPageObject, type IsolatedWorld } from "../inPage/world.ts";
import { frameIdentity } from "../pool/jobPage.ts";
import type { CaptureRun } from "./run.ts";

/** Time for all frames together. Chosen by eye. */
const maxReadMs = 4_000;

/** Hosts that only players and checks of visitors have. Their frames show no text of the page. */
const withoutText = /(?:^|\.)(?:recaptcha\.net|hcaptcha\.com|challenges\.cloudflare\.com)$/u;

/** The frames that were read, and their visible texts. */
type ReadFrames = { frames: FramesRead; texts: string[] };

/** A reading of all frames of a page, and what is left of its bounds. */
type Reading = { run: CaptureRun; endMs: number; charsLeft: number; texts: string[]; frames: FramesRead };

/** A document whose frames are read. `level` is 0 for the page. */
type Outer = { world: IsolatedWorld; session: CaptureRun["lease"]["session"]; level: number };

/**
 * Reads the frames that a visitor sees, in the order of the document, and keeps each one's contents beside its element.
 * So the page's probe finds them in their places. Null if the page has none.
 */
export async function readFrames(run: CaptureRun): Promise<ReadFrames | null> {
  const { lease, guard, logger, request } = run;
  const endMs = performance.now() + Math.min(maxReadMs, guard.remainingMs() / 4);
  const reading: Reading = { run, endMs, charsLeft: frameLimits.chars, texts: [], frames: { read: 0 } };
  if (request.readsText !== true && (request.frameProbe ?? null) === null) return null;
  if (lease.page.frames().length === 1) return null;
  try {
    await readInside(reading, { world: lease.world, session: lease.session, level: 0 });
  } catch (error) {
    if (guard.cause() !== null) throw error;
    logger.debug({ err: error }, "the frames of the page could not be read");
  }
  const { frames, texts } = reading;
  return frames.read === 0 && frames.leftOut === undefined ? null : { frames, texts };
}

/** Reads the frames of a document. Returns the number of characters that they take in the contents of the document. */
async function readInside(reading: Reading, outer: Outer): Promise<number> {
  const elements = await within(reading, outer.world.list(`(${listFrameElements.toString()})()`));
  let chars = 0;
  for (const objectId of elements ?? []) {
    const frame = await within(reading, frameOf(reading, outer, objectId));
    if (frame === null) leaveOut(reading, "unanswered");
    else if (frame !== undefined) chars += await readFrame(reading, outer, { frame, objectId });
  }
  return chars;
}

/** The frame of an element; undefined for one without a document. */
async function frameOf({ run }: Reading, { session }: Outer, objectId: string): Promise<Frame | undefined> {
  const { node } = await session.send("DOM.describeNode", { objectId });
  return run.lease.page.frames().find((frame) => frameIdentity(frame).frameId === node.frameId);
}

type Framed = { frame: Frame; objectId: string };

/** Reads one frame and those inside it. Returns the number of characters that it takes. */
async function readFrame(reading: Reading, outerDocument: Outer, { frame, objectId }: Framed): Promise<number> {
  const reason = await reasonAgainst(reading, outerDocument, frame);
  if (reason !== null) return leaveOut(reading, reason);
  reading.frames.read += 1;
  const { session, frameId } = frameIdentity(frame);
  const world = createIsolatedWorld(session, frameId);
  const { run } = reading;
  const { readsText = false, frameProbe = null } = run.request;
  const textAt = reading.texts.length;
  const charsInside = await readInside(reading, { world, session, level: outerDocument.level + 1 });
  const maxChars = reading.charsLeft;
  const reply = await within(
    reading,
    Promise.all([
      readsText ? inPageObject(world, ContentReader).call("read", { marks: [], maxChars }) : null,
      frameProbe === null ? "null" : evaluateJson(world, frameProbe, maxChars + charsInside),
    ]),
  );
  const [contents, content] = reply ?? [null, null];
  const textChars = contents?.textChars ?? 0;
  if (content === null || textChars > maxChars) {
    reading.frames.read -= 1;
    return leaveOut(reading, reply === null ? "unanswered" : "tooLarge");
  }
  if (contents !== null) reading.texts.splice(textAt, 0, contents.text);
  const kept: Json = JSON.parse(content);
  await within(reading, outerDocument.world.callWith(objectId, keepFrameContent, kept));
  reading.charsLeft -= Math.max(content.length - charsInside, textChars, 0);
  return content.length;
}

/** Why a frame is not read; null for one that is. */
async function reasonAgainst({ frames }: Reading, { level }: Outer, frame: Frame): Promise<FrameReason | null> {
  const url = URL.parse(frame.url());
  const { requests } = await loadBlockRules("ads");
  if (url !== null && (withoutText.test(url.hostname) || requests?.has(url) === true)) return "noContent";
  if (level === frameLimits.levels) return "tooDeep";
  return frames.read >= frameLimits.frames ? "tooMany" : null;
}

function leaveOut({ frames }: Reading, reason: FrameReason): 0 {
  const { leftOut = {} } = frames;
  frames.leftOut = { ...leftOut, [reason]: (leftOut[reason] ?? 0) + 1 };
  return 0;
}

/** The value of a step; null if it failed, or if the time for all frames is over. The capture goes on without it. */
async function within<Value>({ run, endMs }: Reading, work: Promise<Value>): Promise<Value | null> {
  const { guard, logger } = run;
  try {
    const outcome = await guard.attempt(work, Math.max(1, endMs - performance.now()));
    return outcome.done ? outcome.value : null;
  } catch (error) {
    if (guard.cause() !== null) throw error;
    logger.debug({ err: error }, "a frame could not be read");
    return null;
  }
}

import type { Protocol } from "puppeteer";
import type { JobPage } from "./jobPage.ts";

/** The page showed another document before a call about the last one was answered. */
export class DocumentReplaced extends Error {
  override readonly name = "DocumentReplaced";
}

/** The work's outcome; DocumentReplaced where the page goes to another document first, because a picture then may never come. */
export async function raceNavigation<Value>({ session, mainFrameId }: JobPage, work: Promise<Value>): Promise<Value> {
  const { promise: replaced, reject } = Promise.withResolvers<never>();
  const onNavigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => {
    if (frame.id === mainFrameId) reject(new DocumentReplaced());
  };
  session.on("Page.frameNavigated", onNavigated);
  try {
    return await Promise.race([work, replaced]);
  } finally {
    session.off("Page.frameNavigated", onNavigated);
  }
}

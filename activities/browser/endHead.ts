import type { JobPage } from "./jobPage.ts";

/**
 * Chromium draws no frame of a document whose loading ended before its body began, and never answers whoever asks for a picture
 * of it. Such a document is given an empty body here; what its head says is kept.
 */
export async function closeUnfinishedHead({ session, world, mainFrameId }: JobPage): Promise<void> {
  const html = await world.call(headAlone);
  if (html !== null) await session.send("Page.setDocumentContent", { frameId: mainFrameId, html });
}

/** The document as it is, without what its parser would wait for again; null where it has a body. Runs in the page. */
function headAlone(): string | null {
  if (document.contentType !== "text/html" || document.body !== null) return null;
  const head = document.createElement("head");
  for (const element of document.head?.children ?? [])
    if (!element.matches("script, style, link[rel~=stylesheet i], meta[http-equiv]"))
      head.append(element.cloneNode(true));
  return `<!doctype html>${head.outerHTML}<body></body>`;
}

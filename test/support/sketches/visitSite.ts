import { RenderFailure } from "#activities/failures.ts";
import { secondsOf } from "#activities/httpHosts.ts";
import type { CaptureRequest, PageContents } from "#activities/ports.ts";
import type { HostAnswer } from "#schemas/coordination.ts";
import type { PageInfo } from "#schemas/outputs.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import { Undrawable } from "./sketchPage.ts";

/** The answer to the request for a page. `answers` are those of all hosts on the way. A test may call it a `challenge`. */
export type Answer = Omit<PageInfo, "title"> & {
  html: string;
  answers: (HostAnswer & { host: string })[];
  challenge?: PageContents["challenge"];
};

/** The answer of a page that a test makes up, with status 200. */
export function answerWith(url: string, html = ""): Answer {
  return { finalUrl: url, statusCode: 200, contentType: "text/html", redirects: [], html, answers: [] };
}

/** Redirects that Chromium follows. */
const maxRedirects = 20;

/**
 * Requests a page by HTTP and follows its redirects.
 * @throws RenderFailure `connection_failed`, `navigation_timeout`, `too_many_redirects` or `unsupported_content`, or the
 * signal's reason
 */
export async function visitSite(request: CaptureRequest, signal: AbortSignal): Promise<Answer> {
  const { spec, cookies } = request;
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const headers = { ...request.headers, ...(cookie !== "" && { cookie }) };
  const deadline = AbortSignal.timeout(spec.timeout * 1_000);
  const answer: Pick<Answer, "redirects" | "answers"> = { redirects: [], answers: [] };
  let url = spec.url;
  try {
    for (;;) {
      const reply = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.any([signal, deadline]) });
      const seconds = secondsOf(reply.headers.get("retry-after") ?? undefined, new Date());
      const retryAfter = seconds === null ? {} : { retryAfter: seconds };
      answer.answers.push({ host: throttleKeyOf(url), statusCode: reply.status, ...retryAfter });
      const html = await reply.text();
      const location = reply.headers.get("location");
      const contentType = reply.headers.get("content-type") ?? "";
      if (reply.status < 300 || reply.status > 399 || location === null) {
        refuseContent(reply.status, contentType);
        return { ...answer, finalUrl: url, statusCode: reply.status, contentType, html, ...retryAfter };
      }
      answer.redirects.push({ url, statusCode: reply.status });
      if (answer.redirects.length > maxRedirects) throw new RenderFailure("too_many_redirects");
      url = new URL(location, url).href;
    }
  } catch (error) {
    if (signal.aborted || error instanceof RenderFailure || error instanceof Undrawable) throw error;
    throw new RenderFailure(deadline.aborted ? "navigation_timeout" : "connection_failed", undefined, { cause: error });
  }
}

function refuseContent(status: number, contentType: string): void {
  if ([204, 205, 304].includes(status)) throw new Undrawable(`a page with status ${status}`);
  if (contentType.startsWith("application/zip")) throw new RenderFailure("unsupported_content");
  if (contentType !== "" && !contentType.startsWith("text/html")) throw new Undrawable(`pages of type ${contentType}`);
}

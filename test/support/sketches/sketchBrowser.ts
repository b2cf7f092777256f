import { performance } from "node:perf_hooks";
import { HostBackedOff, RenderFailure } from "#activities/failures.ts";
import type { CaptureContext, CapturedPage, CaptureRequest, HostObserver } from "#activities/ports.ts";
import type { Json } from "#schemas/common.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import type { WorkerSettings } from "#worker/startWorker.ts";
import { drawSketch } from "./drawSketch.ts";
import { flatPageOf, metadataOf, regionsOf, type SketchPage, toSketchPage, Undrawable } from "./sketchPage.ts";
import { type Answer, visitSite } from "./visitSite.ts";

/** Answers the request for a page. @throws RenderFailure as a browser does */
export type Visit = (request: CaptureRequest, visitor: Pick<CaptureContext, "signal">) => Promise<Answer>;

type Opened = Awaited<ReturnType<WorkerSettings["openBrowser"]>>;

/**
 * Opens a stand-in for the browser. It requests pages from the sites of the tests and draws sketches: the background and
 * the characters of each block. It knows few elements and options.
 * A page that it can't draw fails the capture, and the closing of the worker too.
 */
export function openSketchBrowser({ policy }: { policy: EgressPolicy }): WorkerSettings["openBrowser"] {
  return openPages(async (request, { signal }) => {
    // Work of earlier tests may be left, so this fails as in a browser.
    if (!policy.checkUrl(request.spec.url).allowed) throw new RenderFailure("target_forbidden");
    return visitSite(request, signal);
  })();
}

/** Opens a stand-in for the browser whose pages are answered by a function. */
export function openPages(visit: Visit): () => WorkerSettings["openBrowser"] {
  return () => async () => {
    const refused: Undrawable[] = [];
    const status = () => ({ starts: 1, active: 0, waiting: 0 });
    const capture = async (request: CaptureRequest, context: CaptureContext): Promise<CapturedPage> => {
      try {
        return await captureSketch(visit, request, context);
      } catch (error) {
        if (context.signal.aborted) throw context.signal.reason;
        if (error instanceof RenderFailure || error instanceof HostBackedOff) throw error;
        if (error instanceof Undrawable) refused.push(error);
        throw new RenderFailure("internal_error", undefined, { cause: error });
      }
    };
    const close = async () => {
      const [first] = refused;
      if (first !== undefined) throw new Error(`${refused.length} captures failed. ${first.message}`, { cause: first });
    };
    return { capture: { capture }, status, close } satisfies Opened;
  };
}

async function captureSketch(visit: Visit, request: CaptureRequest, context: CaptureContext): Promise<CapturedPage> {
  refuseOptions(request);
  const host = await context.waitForTurn?.();
  const startedAt = performance.now();
  context.onStage("navigating");
  const answer = await visitAs(host, () => visit(request, context));
  const sketched = toSketchPage(answer.html);
  const navigatedAt = performance.now();
  context.onStage("capturing");
  const shown = sketched.blocks.map(({ text }) => text).join("\n");
  const { challenge = null } = answer;
  const contents = { challenge, isEmpty: shown.trim() === "", text: request.readsText === true ? shown : null };
  for (const selector of request.spec.clickSelectors) {
    if (sketched.has(selector)) continue;
    const failure = new RenderFailure("selector_not_found", `${JSON.stringify(selector)} matches no element.`);
    failure.seen = { page: answer, contents };
    throw failure;
  }
  const { screenshot, viewport, emulation } = request.spec;
  const scale = emulation?.deviceScaleFactor ?? 1;
  const picture = screenshot === null ? null : await drawSketch(sketched, { screenshot, viewport, scale });
  if (request.probe !== null) context.onStage("extracting");
  const { answers: _answers, html: _html, challenge: _challenge, ...page } = answer;
  const capturedAt = performance.now();
  return {
    page: { ...page, title: sketched.title },
    screenshot: picture,
    pdf: null,
    recording: null,
    probed: request.probe === null ? null : probe(sketched, request),
    contents,
    timings: {
      navigation: Math.round(navigatedAt - startedAt),
      capture: Math.round(capturedAt - navigatedAt),
      extraction: 0,
    },
  };
}

/** Visits a page and tells the observer of its host what came. */
async function visitAs(host: HostObserver | undefined, visit: () => Promise<Answer>): Promise<Answer> {
  host?.requested();
  try {
    const answer = await visit();
    for (const { host: name, ...reply } of answer.answers) host?.answered(name, reply);
    return answer;
  } finally {
    host?.ended();
  }
}

/** Options that change nothing in a sketch, or that a sketch follows. */
const followed: ReadonlySet<string> = new Set([
  "url",
  "sealedFor",
  "cache",
  "headers",
  "cookies",
  "timeout",
  "waitUntil",
  "viewport",
  "theme",
  "blocking",
  "hideSelectors",
  "clickSelectors",
  "failOnStatus",
  "failOnText",
  "emulation",
  "screenshot",
  "extracts",
  "storage",
]);

function refuseOptions({ spec, texts }: CaptureRequest): void {
  const given = Object.keys(spec).filter((name) => !followed.has(name));
  if (spec.hideSelectors.length > 0) given.push("hideSelectors");
  const { deviceScaleFactor: _scale, ...emulation } = spec.emulation ?? {};
  const { selector, clip, omitBackground } = spec.screenshot ?? {};
  for (const [name, value] of Object.entries({ ...emulation, ...texts, selector, clip, omitBackground })) {
    if (value !== undefined) given.push(name);
  }
  if (given.length > 0) throw new Undrawable(`the option ${given.join(", ")}`);
}

/** The value of the probe: that of a monitor if the request has no extracts. */
function probe(page: SketchPage, { spec, probe: expression }: CaptureRequest): Json {
  const readers: Record<string, () => Json> = {
    metadata: () => metadataOf(page, spec.url),
    markdown: () => flatPageOf(page),
  };
  if (spec.extracts.length > 0) {
    return Object.fromEntries(spec.extracts.map((name) => [name, (readers[name] ?? refuse(`the extract ${name}`))()]));
  }
  // A sketch has no boxes of elements.
  if (!expression?.includes('"selectors":[]')) refuse("ignored elements");
  const regions = regionsOf(page, spec.viewport.width);
  return { origin: null, regions, scale: 1, invalid: null, elements: [], text: flatPageOf(page) };
}

function refuse(what: string): never {
  throw new Undrawable(what);
}

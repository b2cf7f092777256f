import { RenderFailure } from "../../failures.ts";
import { allowScripts } from "../watch/scriptless.ts";
import { followClientRedirects, navigate, type NavigateOptions } from "./navigate.ts";
import type { CaptureRun } from "./run.ts";

/** Opens the page of a capture, as far as it loads in time. */
export async function openPage(run: CaptureRun): Promise<{ timedOut: boolean }> {
  const options = navigateOptions(run);
  const opening = await navigate(options);
  // A page that never finished loading may not answer either, so the first step is taken at once.
  if (opening === "late") await run.hangRecovery.escalate();
  else if (opening === "navigationLoop") await run.hangRecovery.freezeDocument();
  else await followClientRedirects(options);
  if (run.request.spec.javascript === false) await run.guard.race(allowScripts(run.lease.session, true));
  if (run.lease.proxy.budgetExceeded === "bytes") throw new RenderFailure("page_too_large");
  return { timedOut: opening !== "loaded" };
}

/** Opens an address that a step names. The browser's driver would also open `file:` and `chrome:`. */
export async function openFurther(run: CaptureRun, address: string, maxMs: number): Promise<void> {
  const { guard, lease, policy, request, tracker } = run;
  const verdict = policy.checkUrl(address);
  if (!verdict.allowed) throw new RenderFailure("target_forbidden");
  const endMs = performance.now() - run.startedAt + maxMs;
  const budget = { ...run.budget, loadMs: endMs, documentMs: endMs };
  const options = { ...navigateOptions(run), url: verdict.url, budget };
  const isScriptless = request.spec.javascript === false;
  if (isScriptless) await guard.race(allowScripts(lease.session, false));
  run.documents.expectAddress();
  const opened = await navigate(options);
  // The document before arrived, so only a pending navigation shows that this one did not.
  if (opened !== "loaded" && tracker.navigating) throw new RenderFailure("navigation_timeout");
  if (!isScriptless) return;
  if (opened === "loaded") await followClientRedirects(options);
  await guard.race(allowScripts(lease.session, true));
}

/** Waits for a navigation of the page, until the time for loading is over or until the time of `performance.now()`. */
export function settleNavigation(run: CaptureRun, untilMs = run.startedAt + run.budget.loadMs): Promise<boolean> {
  const options = navigateOptions(run);
  return followClientRedirects({ ...options, budget: { ...options.budget, loadMs: untilMs - run.startedAt } });
}

function navigateOptions(run: CaptureRun): NavigateOptions {
  const { lease, guard, tracker, url, request, budget, startedAt } = run;
  return { jobPage: lease, guard, tracker, url, waitUntil: request.spec.waitUntil, budget, startedAt };
}

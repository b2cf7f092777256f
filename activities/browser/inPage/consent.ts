/*
 * Functions that run in the page's isolated world. Only their source text is sent, so they must not use
 * anything outside themselves. Shared state is kept in globals of the isolated world, which the page can't see.
 */

import type { Config, ConsentState, RuleBundle } from "@duckduckgo/autoconsent";

type ConsentLibrary = typeof import("@duckduckgo/autoconsent");

/** An expression that the library needs evaluated in the page's own world. */
type EvalRequest = { id: string; code: string };

type Driver = {
  instance: InstanceType<ConsentLibrary["default"]>;
  evalRequests: EvalRequest[];
  wake: () => void;
};

declare global {
  var watchframeConsentLibrary: ConsentLibrary | undefined;
  var watchframeConsent: Driver | undefined;
}

/** The library's current stage and its pending expressions. */
export type ConsentUpdate = { lifecycle: ConsentState["lifecycle"]; evalRequests: EvalRequest[] };

/** Starts the library, which finds and rejects a consent dialog. */
export function startConsent(config: Partial<Config>, rules: RuleBundle): void {
  const Library = globalThis.watchframeConsentLibrary?.default;
  if (Library === undefined) return;
  const evalRequests: EvalRequest[] = [];
  const send = (message: { type: string; id?: string; code?: string }) => {
    if (message.type === "eval") evalRequests.push({ id: message.id ?? "", code: message.code ?? "" });
    globalThis.watchframeConsent?.wake();
    return Promise.resolve();
  };
  globalThis.watchframeConsent = { instance: new Library(send, config, rules), evalRequests, wake: () => undefined };
}

/**
 * Passes `answers` to the library and waits at most `maxMs` for a new stage or new expressions.
 * Null when the document was replaced since `startConsent`.
 */
export async function nextConsentUpdate(
  knownLifecycle: ConsentState["lifecycle"],
  answers: { id: string; result: boolean }[],
  maxMs: number,
): Promise<ConsentUpdate | null> {
  const driver = globalThis.watchframeConsent;
  if (driver === undefined) return null;
  const { instance, evalRequests } = driver;
  for (const { id, result } of answers) void instance.receiveMessageCallback({ type: "evalResp", id, result });
  if (evalRequests.length === 0 && instance.state.lifecycle === knownLifecycle) {
    await new Promise<void>((resolve) => {
      driver.wake = resolve;
      setTimeout(resolve, maxMs);
    });
  }
  return { lifecycle: instance.state.lifecycle, evalRequests: evalRequests.splice(0) };
}

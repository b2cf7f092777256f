/*
 * Functions that run in the page's isolated world. Their source text is sent, so they close over nothing,
 * and each stands alone. What one leaves for the next lies in the world's own globals, which the page can't see.
 */

import type { Config, ConsentState, RuleBundle } from "@duckduckgo/autoconsent";

type ConsentLibrary = typeof import("@duckduckgo/autoconsent");

/** A question of the library's that only the page's own world can answer. */
type Question = { id: string; code: string };

type Driver = {
  instance: InstanceType<ConsentLibrary["default"]>;
  questions: Question[];
  wake: () => void;
};

declare global {
  var watchframeConsentLibrary: ConsentLibrary | undefined;
  var watchframeConsent: Driver | undefined;
}

/** How far the library has come, and what it needs to know. */
export type ConsentUpdate = { lifecycle: ConsentState["lifecycle"]; questions: Question[] };

/** Starts to look for a consent dialog and to reject it. */
export function startConsent(config: Partial<Config>, rules: RuleBundle): void {
  const Library = globalThis.watchframeConsentLibrary?.default;
  if (Library === undefined) return;
  const questions: Question[] = [];
  const send = (message: { type: string; id?: string; code?: string }) => {
    if (message.type === "eval") questions.push({ id: message.id ?? "", code: message.code ?? "" });
    globalThis.watchframeConsent?.wake();
    return Promise.resolve();
  };
  globalThis.watchframeConsent = { instance: new Library(send, config, rules), questions, wake: () => undefined };
}

/** Hands over answers and waits for news, `maxMs` at most; null where the document is another one now. */
export async function nextConsentUpdate(
  known: ConsentState["lifecycle"],
  answers: { id: string; result: boolean }[],
  maxMs: number,
): Promise<ConsentUpdate | null> {
  const driver = globalThis.watchframeConsent;
  if (driver === undefined) return null;
  const { instance, questions } = driver;
  for (const { id, result } of answers) void instance.receiveMessageCallback({ type: "evalResp", id, result });
  if (questions.length === 0 && instance.state.lifecycle === known) {
    await new Promise<void>((resolve) => {
      driver.wake = resolve;
      setTimeout(resolve, maxMs);
    });
  }
  return { lifecycle: instance.state.lifecycle, questions: questions.splice(0) };
}

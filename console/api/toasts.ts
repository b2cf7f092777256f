import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components";
import { fieldLabel } from "../format/fieldLabels.ts";
import { ApiError, ConnectionError } from "./client.ts";
import { inWords } from "./problems.ts";

/** A short message after an action. `undo` reverts the action. */
export type Message = { text: string; detail?: string; tone?: "good" | "failed"; undo?: () => void };

/** Milliseconds for which a message stays. The accessibility guideline for messages with a button is 5 s at least. */
const shownMs = 8_000;

export const messages: ToastQueue<Message> = new ToastQueue<Message>({ maxVisibleToasts: 3 });

/** Shows that an action was done. */
export function showDone(text: string, undo?: () => void): void {
  messages.add({ text, tone: "good", ...(undo !== undefined && { undo }) }, { timeout: shownMs });
}

/** Shows why an action failed. */
export function showError(error: unknown): void {
  messages.add({ text: describeError(error), tone: "failed" }, { timeout: shownMs });
}

/** Copies a text and says so. `otherwise` says what to do where the browser refuses. */
export function copyText(text: string, done: string, otherwise = ""): void {
  const refusal = `The browser did not allow access to the clipboard. ${otherwise}`.trim();
  void navigator.clipboard.writeText(text).then(
    () => showDone(done),
    () => showError(new Error(refusal)),
  );
}

/** The message of an error. If the API refused fields, their messages. */
export function describeError(error: unknown): string {
  if (error instanceof ConnectionError) {
    return "The API can't be reached. Check that it runs; the console tries again by itself.";
  }
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const fields = error.fields.map(({ field, message }) => {
    const label = fieldLabel(field);
    return `${label === null ? `“${field}”` : `${label}:`} ${inWords(message)}`.replace(/[.]?$/, ".");
  });
  return fields.length === 0 ? error.message : fields.join(" ");
}

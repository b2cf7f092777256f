import type { BrowserSession, CaptureRequest } from "../../ports.ts";

/** Characters from which a value of the caller is replaced. A shorter one would spoil words of the page. */
const minChars = 4;
/** Characters of a value that are compared. What follows them, up to a space or quote, goes with them. */
const maxChars = 100;
/** Maximum values of a session. Chosen by eye. */
const maxSessionValues = 1_000;
/** A part of a session's value that may be a token. Words such as `dark` are none. */
const tokens = /[\w.~+/=-]{16,}/g;

type Secrets = Pick<CaptureRequest, "headers" | "cookies" | "steps" | "signIn">;

/**
 * Returns a function that replaces the caller's secrets in a text by `(hidden)`: values of headers, cookies, filled fields
 * and the session of a sign-in, plain and as parts of addresses.
 */
export function hideSecrets({ headers, cookies, steps = [], signIn }: Secrets): (text: string) => string {
  const values = [
    // The scheme of a log-in is no secret, and a page may show its credentials alone.
    ...Object.values(headers).flatMap((value) => [value, value.replace(/^(?:Basic|Bearer) /i, "")]),
    ...cookies.map(({ value }) => value),
    ...steps.flatMap(({ fill }) => (fill === undefined ? [] : [fill.value])),
    ...tokensOf(signIn?.session ?? { cookies: [], storages: [] }),
  ];
  const spellings = values
    .filter(({ length }) => length >= minChars)
    .flatMap((value) => [value, encodeURIComponent(value), formEncoded(value)]);
  if (spellings.length === 0) return (text) => text;
  // A value that contains another one goes first.
  const longestFirst = [...new Set(spellings)].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(patternOf).join("|"), "g");
  return (text) => text.replace(pattern, "(hidden)");
}

function tokensOf({ cookies, storages }: BrowserSession): string[] {
  const texts = [
    ...cookies.map(({ value }) => value),
    ...storages.flatMap(({ local, session }) => [...local, ...session].map(([, value]) => value)),
  ];
  return texts.flatMap((text) => text.match(tokens) ?? []).slice(0, maxSessionValues);
}

function patternOf(value: string): string {
  const begin = value.slice(0, maxChars).replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return value.length <= maxChars ? begin : `${begin}[^\\s"'<>&;,]*`;
}

/** The value as a form sends it (`application/x-www-form-urlencoded`). */
function formEncoded(value: string): string {
  return new URLSearchParams([["", value]]).toString().slice(1);
}

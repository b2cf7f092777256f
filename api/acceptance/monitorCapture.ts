import type { Sealed } from "#schemas/common.ts";
import { type CaptureChange, type CaptureSecrets, MonitorCapture } from "#schemas/monitor.ts";

/** A capture in its two halves: what is shown, and what never is. */
export type SplitCapture = { shown: MonitorCapture; secrets: CaptureSecrets };

/** A capture nobody has said anything about. */
export const plainCapture: SplitCapture = {
  shown: { fullPage: true, regions: false, format: "jpg", quality: 80 },
  secrets: { extras: [] },
};

/** Seals a value of the capture; `field` is its path in the body. */
export type SealField = (field: string, value: unknown) => Sealed;

const known = new Set(Object.keys(MonitorCapture.properties));
const secretName =
  /secret|token|passw|credential|authori[sz]ation|api_?key|access_?key|private_?key|session|bearer|webhook/i;

const usual = new Map(Object.entries(plainCapture.shown));

/**
 * Puts what is given over what was there: a property that is left out stays, extras included, and one that is null goes, or
 * goes back to its default.
 */
export function mergeCapture(before: SplitCapture, given: CaptureChange, seal: SealField): SplitCapture {
  const {
    clickSelectors,
    headers,
    cookies,
    storage_access_key_id: _accessKeyId,
    storage_secret_access_key: _secretAccessKey,
    ...rest
  } = given;
  const shown: MonitorCapture = { ...before.shown };
  const secrets: CaptureSecrets = { ...before.secrets };
  for (const [name, value] of Object.entries(rest)) {
    const next = value ?? usual.get(name);
    const hidden = !known.has(name) && looksSecret(name, next);
    secrets.extras = secrets.extras.filter((extra) => extra.name !== name);
    if (hidden && next !== undefined) secrets.extras.push({ name, value: seal(`capture.${name}`, next) });
    if (hidden || next === undefined) delete shown[name];
    else shown[name] = next;
  }
  if (headers === null) delete secrets.headers;
  else if (headers !== undefined) secrets.headers = seal("capture.headers", headers);
  if (clickSelectors === null) delete secrets.clickSelectors;
  else if (clickSelectors !== undefined) secrets.clickSelectors = seal("capture.clickSelectors", clickSelectors);
  if (cookies === null) {
    delete shown.cookies;
    delete secrets.cookieValues;
  } else if (cookies !== undefined) {
    shown.cookies = cookies.map(({ value: _value, ...about }) => about);
    secrets.cookieValues = seal(
      "capture.cookies",
      cookies.map(({ value }) => value),
    );
  }
  return { shown, secrets };
}

/** What is shown of a new monitor's capture. */
export function shownCapture(given: CaptureChange = {}): MonitorCapture {
  return mergeCapture(plainCapture, given, () => "sealed:v1:").shown;
}

/** Whether a property that we know nothing of is better not shown: by its name, or by a name anywhere inside it. */
function looksSecret(name: string, value: unknown): boolean {
  if (secretName.test(name)) return true;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([inner, part]) => looksSecret(inner, part));
}

import { isDeepStrictEqual } from "node:util";
import { type FieldProblem, givenOf, keysOf, type Sealed } from "#schemas/common.ts";
import { plainAlerts } from "#schemas/monitor/alerts.ts";
import { captureField, type CaptureSecrets, type MonitorPatch, type MonitorSpec } from "#schemas/monitor/monitor.ts";
import { plainSettings, sharedPlain } from "#schemas/monitor/plainSettings.ts";
import { type CaptureChange, MonitorCapture, sealedOptionNames, usualCapture } from "#schemas/monitor/capture.ts";
import { unsetOf } from "#schemas/monitor/setting.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import type { ApiPorts } from "../ports.ts";
import { alertsOf, problemsOfAlerts } from "./alertSpec.ts";
import { checkConditions } from "./conditionRules.ts";
import { useOfExtra } from "./extras.ts";
import { checkFetch } from "./fetchRules.ts";
import { type MonitorOwner, sealIn } from "./owner.ts";
import { checkCaptureStorage, storageOf } from "./storage.ts";
import { secretNamesOf } from "../storedSecrets/references.ts";
import { checkTogether } from "./captureRules.ts";
import { periodOf, problemsOfZone, zoneAfter } from "./times.ts";

/** A capture: the part that is shown, and the secrets. */
type SplitCapture = {
  shownCapture: MonitorCapture;
  secrets: CaptureSecrets;
  names: NonNullable<MonitorSpec["secretNames"]>;
};

/** A capture with no option set. */
const plainCapture: SplitCapture = {
  shownCapture: usualCapture,
  secrets: {},
  names: {},
};

/** Seals a value of the capture; `field` is its path in the body. */
type SealField = (field: string, value: string) => Sealed;

const captureNames = new Set(Object.keys(MonitorCapture.properties));
const sealedNames: ReadonlySet<string> = new Set(sealedOptionNames);
const isSealed = (name: string): boolean => sealedNames.has(name);
const usualValues = new Map(Object.entries(plainCapture.shownCapture));

/** Applies a change to a capture. Missing properties stay; null removes a property or restores its default. */
function mergeCapture(before: SplitCapture, change: CaptureChange, sealField: SealField): SplitCapture {
  const { storage_access_key_id: _accessKeyId, storage_secret_access_key: _secretAccessKey, ...otherChanges } = change;
  const shownCapture: MonitorCapture = { ...before.shownCapture };
  const secrets: CaptureSecrets = { ...before.secrets };
  const names = { ...before.names };
  for (const name of sealedOptionNames) {
    const value = change[name];
    if (value === undefined) continue;
    delete names[name];
    if (value === null) delete secrets[name];
    else {
      secrets[name] = sealField(captureField(name), JSON.stringify(value));
      const named = secretNamesOf({ [name]: value });
      if (named.length > 0) names[name] = named;
    }
  }
  for (const [name, value] of Object.entries(otherChanges)) {
    if (isSealed(name)) continue;
    const next = value ?? usualValues.get(name);
    const isDropped = !captureNames.has(name) && useOfExtra(name, next) !== "kept";
    if (isDropped || next === undefined) delete shownCapture[name];
    else shownCapture[name] = next;
  }
  const { cookies } = change;
  if (cookies === null) delete shownCapture.cookies;
  else if (cookies !== undefined) shownCapture.cookies = cookies.map(({ value: _value, ...about }) => about);
  return { shownCapture, secrets, names };
}

/** The shown part of a new monitor's capture. */
export function toShownCapture(change: CaptureChange = {}): MonitorCapture {
  return mergeCapture(plainCapture, change, () => "sealed:v1:").shownCapture;
}

/** The defaults of a monitor's spec. The request that creates the monitor gives the rest. */
export type SpecBefore = Omit<MonitorSpec, "name" | "host" | "throttleKey" | "url" | "intervalMinutes"> &
  Partial<MonitorSpec>;

export const plainSpec: SpecBefore = {
  wanted: "active",
  cron: null,
  timezone: null,
  tags: [],
  ...unsetOf(sharedPlain),
  capture: JSON.stringify(plainCapture.shownCapture),
  captureSecrets: plainCapture.secrets,
  diff: { mode: "perceptual", visualization: "overlay" },
  email: { account: true, recipientIds: [] },
  storage: null,
  webhook: null,
  channels: [],
  ...unsetOf(plainAlerts),
  alertExtras: "{}",
  mutedUntil: null,
};

/** A spec with a checked change applied. Missing properties stay, also inside `capture`, `diff` and `alerts`. */
export function changeSpec<Before extends SpecBefore>(
  owner: MonitorOwner,
  before: Before,
  change: MonitorPatch,
): Before & SpecBefore {
  const { url, tags, capture, diff, mutedUntil, status } = change;
  const sealField = sealerOf(owner);
  const split = capture === undefined ? null : mergeCapture(splitOf(before), capture, sealField);
  const keptStorage = before.storage;
  const period = periodOf(change);
  const alerts = alertsOf(owner, before, change.alerts);
  const seals = (field: string, text: string) => sealIn(owner, field, text);
  return {
    ...before,
    ...givenOf(change, keysOf(plainSettings)),
    ...(url !== undefined && {
      url: sealField("url", url),
      host: new URL(url).host,
      throttleKey: throttleKeyOf(url),
    }),
    ...period,
    timezone: zoneAfter(before, change, { ...alerts, cron: (period ?? before).cron }),
    ...(tags !== undefined && { tags: tidyTags(tags) }),
    ...(split !== null && {
      capture: JSON.stringify(split.shownCapture),
      captureSecrets: split.secrets,
      secretNames: split.names,
    }),
    storage:
      split === null || capture === undefined
        ? keptStorage
        : storageOf({ shownCapture: split.shownCapture, change: capture }, keptStorage, seals),
    diff: { ...before.diff, ...diff },
    ...alerts,
    ...(mutedUntil !== undefined && { mutedUntil: mutedUntil === null ? null : new Date(mutedUntil) }),
    ...(status !== undefined && { wanted: status }),
  };
}

/** The problems of a change that depend on the monitor's present spec. */
export function problemsOfChange(policy: ApiPorts["policy"], before: SpecBefore, change: MonitorPatch): FieldProblem[] {
  return [
    ...problemsOfAlerts(policy, before, change.alerts),
    ...problemsOfCapture(policy, before, change.capture),
    ...problemsOfZone(before, change),
    ...problemsOfConditions(before, change),
  ];
}

function problemsOfConditions(before: SpecBefore, { alertWhen, capture }: MonitorPatch): FieldProblem[] {
  const { values } = mergeCapture(splitOf(before), capture ?? {}, () => "sealed:v1:").shownCapture;
  const after = { alertWhen: alertWhen === undefined ? before.alertWhen : alertWhen, values };
  return checkConditions(after, {
    ...(alertWhen !== undefined && { alertWhen }),
    ...(capture?.values !== undefined && { values: capture.values ?? [] }),
  });
}

function problemsOfCapture(
  policy: ApiPorts["policy"],
  before: SpecBefore,
  capture: MonitorPatch["capture"],
): FieldProblem[] {
  if (capture === undefined) return [];
  const { shownCapture, secrets } = mergeCapture(splitOf(before), capture, () => "sealed:v1:");
  const names = new Set([...Object.keys(shownCapture), ...Object.keys(secrets)]);
  const parts = [...checkTogether(shownCapture), ...checkFetch({ shownCapture, names, usualValues })];
  return [...parts, ...checkCaptureStorage(policy, { shownCapture, change: capture }, before.storage)];
}

/**
 * Whether a change makes earlier captures incomparable with later ones. `changeOn`, the rules of words and ignored areas only
 * affect comparisons. `okStatus` and `expect` only decide whether a run counts, and `values` stand beside the capture. But a text is
 * kept without the elements of ignored areas.
 */
export function changesCapture({ url, capture = {}, diff }: MonitorPatch, spec: Pick<MonitorSpec, "capture">): boolean {
  const { ignoreRegions, ...others } = capture;
  const {
    changeOn: _changeOn,
    ignoreText: _ignoreText,
    ignoreOrder: _ignoreOrder,
    onlyAdded: _onlyAdded,
    onlyRemoved: _onlyRemoved,
    okStatus: _okStatus,
    expect: _expect,
    values: _values,
    ...otherFields
  } = others;
  const before: MonitorCapture = JSON.parse(spec.capture);
  const changesText =
    before.text === true &&
    ignoreRegions !== undefined &&
    selectorsIn(ignoreRegions) !== selectorsIn(before.ignoreRegions);
  return url !== undefined || diff !== undefined || changesText || Object.keys(otherFields).length > 0;
}

/** Whether captures by other settings are incomparable with earlier ones. */
export function altersCaptures(earlier: Pick<MonitorSpec, "capture">, later: Pick<MonitorSpec, "capture">): boolean {
  const before: Record<string, unknown> = JSON.parse(earlier.capture);
  const after: Record<string, unknown> = JSON.parse(later.capture);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const capture: CaptureChange = Object.fromEntries(differing.map((name) => [name, after[name] ?? null]));
  return changesCapture({ capture }, earlier);
}

function selectorsIn(ignored: MonitorCapture["ignoreRegions"] | null): string {
  return JSON.stringify((ignored ?? []).flatMap((region) => ("selector" in region ? [region.selector] : [])));
}

function splitOf({ capture, captureSecrets, secretNames = {} }: SpecBefore): SplitCapture {
  // This file wrote the capture after its schema had checked it.
  const shownCapture: MonitorCapture = JSON.parse(capture);
  return { shownCapture, secrets: captureSecrets, names: secretNames };
}

function sealerOf(owner: MonitorOwner): SealField {
  return (field, value) => sealIn(owner, field, value);
}

/** Tags without spaces around them, each once. */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()))];
}

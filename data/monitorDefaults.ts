import { isDeepStrictEqual } from "node:util";
import { captureFits } from "#rules/captureFit.ts";
import {
  type DefaultsLayer,
  type Inherited,
  inheritedSettings,
  layersFor,
  type SettingValues,
} from "#rules/inheritance.ts";
import { givenOf, keysOf } from "#schemas/common.ts";
import { type AlertsSpec, plainAlerts } from "#schemas/monitor/alerts.ts";
import { usualCapture } from "#schemas/monitor/capture.ts";
import { type DefaultPath, isAmongPaths, isDefaultPath } from "#schemas/monitor/defaultPaths.ts";
import type { DefaultSettings, MonitorDefaultsRecord } from "#schemas/monitor/defaults.ts";
import { type MonitorRecord, type MonitorSpec, zonedSettings } from "#schemas/monitor/monitor.ts";
import { defaultChangeThreshold } from "#schemas/monitor/plainSettings.ts";
import { unsetOf } from "#schemas/monitor/setting.ts";
import { holdsByHttp } from "#schemas/options/index.ts";
import { type Listed, onlyFields } from "./listFields.ts";
import type { Database } from "./mongo.ts";

const listedFields = onlyFields("tag", "settings", "updatedAt");

/** The defaults of an account or of one of its tags, as lists read them. */
export type ListedDefaults = Listed<MonitorDefaultsRecord, keyof typeof listedFields>;

/** The defaults that a monitor's account and its tags have. */
type Defaults = readonly Pick<MonitorDefaultsRecord, "tag" | "settings">[];

/** The defaults of an account and its tags: the account's first, then by tag. There are at most 51. */
export function findMonitorDefaults({ monitorDefaults }: Database, accountId: string): Promise<ListedDefaults[]> {
  return monitorDefaults.find<ListedDefaults>({ accountId }, { projection: listedFields }).sort({ tag: 1 }).toArray();
}

/** A monitor with the settings that hold for it, and those that it inherits. */
export type SettledMonitor = { monitor: MonitorRecord; inherited: (Inherited & { setting: DefaultPath })[] };

/** A monitor with the settings that hold for it by these defaults. A setting with its usual value is not the monitor's own. */
export function withDefaults(monitor: MonitorRecord, defaults: Defaults): SettledMonitor {
  if (defaults.length === 0) return { monitor, inherited: [] };
  const { spec } = monitor;
  const inheritedValues = inheritedSettings({
    own: ownValues(spec),
    layers: layersOf(spec, defaults),
    fits,
  });
  return {
    monitor: inheritedValues.length === 0 ? monitor : { ...monitor, spec: settledSpec(spec, inheritedValues) },
    inherited: inheritedValues.flatMap(({ setting, ...each }) =>
      isDefaultPath(setting) ? [{ setting, ...each }] : [],
    ),
  };
}

/** The alert targets that a monitor names, itself or by a default. */
export async function targetIdsOf(
  database: Database,
  { accountId, spec }: { accountId: string; spec: Pick<MonitorSpec, "tags" | "targetIds" | "ignoreDefaults"> },
): Promise<readonly string[]> {
  if (spec.targetIds.length > 0) return spec.targetIds;
  const defaults = await findMonitorDefaults(database, accountId);
  const named = layersOf(spec, defaults).find(({ values }) => values.has(targetIdsPath));
  const ids = named?.values.get(targetIdsPath);
  return Array.isArray(ids) ? ids : [];
}

const targetIdsPath = "alerts.targetIds";

/** The defaults that a monitor takes, from the strongest on. */
function layersOf(
  { tags, ignoreDefaults }: Pick<MonitorSpec, "tags" | "ignoreDefaults">,
  defaults: Defaults,
): DefaultsLayer[] {
  const taken = (values: SettingValues): SettingValues =>
    new Map([...values].filter(([path]) => !isAmongPaths(path, ignoreDefaults)));
  return layersFor(
    tags,
    defaults.map(({ tag, settings }) => ({ tag, values: taken(valuesOf(settings)) })),
  );
}

type Settings = Partial<Record<keyof DefaultSettings, unknown>> & {
  capture?: object | undefined;
  alerts?: { email?: object | undefined } | undefined;
};

/** Settings by their paths. Missing ones, null and empty lists are none. */
function valuesOf({ timezone, changeThreshold, capture = {}, alerts = {} }: Settings): SettingValues {
  const { email = {}, ...others } = alerts;
  const entries: [string, unknown][] = [
    ["timezone", timezone],
    ["changeThreshold", changeThreshold],
    ...below("capture.", capture),
    ...below("alerts.", others),
    ...below("alerts.email.", email),
  ];
  return new Map(entries.filter(([, value]) => value != null && !(Array.isArray(value) && value.length === 0)));
}

function below(place: string, values: object): [string, unknown][] {
  return Object.entries(values).map(([name, value]) => [`${place}${name}`, value]);
}

/** Settings of a monitor whose owner set none. */
const usualValues = valuesOf({
  changeThreshold: defaultChangeThreshold,
  capture: usualCapture,
  alerts: { ...unsetOf(plainAlerts), email: { account: true } },
});

function ownValues(spec: MonitorSpec): SettingValues {
  const { timezone, changeThreshold, email } = spec;
  const alerts = { ...givenOf(spec, keysOf(plainAlerts)), email };
  const values = valuesOf({ timezone, changeThreshold, capture: JSON.parse(spec.capture), alerts });
  return new Map([...values].filter(([path, value]) => !isDeepStrictEqual(value, usualValues.get(path))));
}

function fits(setting: string, values: SettingValues): boolean {
  // A zone alone has no effect. With a cron, the monitor has one of its own.
  if (setting === "timezone") return zonedSettings.some((path) => values.has(path));
  const [place, name = ""] = setting.split(".");
  if (place !== "capture") return true;
  return captureFits(name, { option: (other) => values.get(`capture.${other}`), holdsByHttp });
}

/** The spec with inherited settings in place of the usual ones. */
function settledSpec(spec: MonitorSpec, inherited: readonly Inherited[]): MonitorSpec {
  const within = (place: string): object =>
    Object.fromEntries(
      inherited.flatMap(({ setting, value }) => {
        const name = setting.slice(place.length);
        return setting.startsWith(place) && !name.includes(".") ? [[name, value]] : [];
      }),
    );
  const ownCapture: object = JSON.parse(spec.capture);
  // The API checked these before it wrote them.
  const plain: Partial<MonitorSpec> = JSON.parse(JSON.stringify({ ...within(""), ...within("alerts.") }));
  const email: Partial<AlertsSpec["email"]> = JSON.parse(JSON.stringify(within("alerts.email.")));
  return {
    ...spec,
    ...plain,
    email: { ...spec.email, ...email },
    capture: JSON.stringify({ ...ownCapture, ...within("capture.") }),
  };
}

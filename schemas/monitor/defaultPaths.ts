import { type Static } from "typebox";
import { keysOf, literals } from "../common.ts";
import { sharedByMonitors } from "../options/index.ts";
import { AlertEmail, plainAlerts } from "./alerts.ts";

function below<Place extends string, Name extends string>(place: Place, names: Readonly<Record<Name, unknown>>) {
  return keysOf(names).map((name) => `${place}.${name}` as const);
}

/** Paths of the settings that defaults may have, and of groups of them: `capture` stands for all that begin with `capture.`. */
export const DefaultPath = literals([
  "timezone",
  "changeThreshold",
  "capture",
  ...below("capture", sharedByMonitors()),
  "alerts",
  "alerts.email",
  ...below("alerts.email", AlertEmail.properties),
  ...below("alerts", plainAlerts),
]);
export type DefaultPath = Static<typeof DefaultPath>;

/** Whether a text is the path of a setting that defaults may have. */
export function isDefaultPath(text: string): text is DefaultPath {
  return DefaultPath.enum.some((path) => path === text);
}

/** Whether a setting is one of these paths, or in one of these groups. */
export function isAmongPaths(setting: string, paths: readonly string[]): boolean {
  return paths.some((path) => setting === path || setting.startsWith(`${path}.`));
}

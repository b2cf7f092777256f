import { type Static, Type } from "typebox";
import { hintKeyword, literals, Name, nullable } from "../common.ts";
import { described } from "../options/option.ts";
import { AlertWhen } from "./alertWhen.ts";
import { DefaultPath } from "./defaultPaths.ts";
import { setting } from "./setting.ts";

export const BaselineMode = literals(["rolling", "fixed"]);
export type BaselineMode = Static<typeof BaselineMode>;

/** Any visible difference counts. */
export const defaultChangeThreshold = 0;

const noPaths: DefaultPath[] = [];

/** Settings that the record of a monitor has as they were given. */
export const plainSettings = {
  name: setting({
    schema: described(Name, "Name of the monitor."),
    label: "Name",
    flag: "name",
    needed: true,
  }),
  baselineMode: setting({
    schema: literals(BaselineMode.enum, {
      default: "rolling",
      description: "Compares with the run before (`rolling`), or with the run that was accepted (`fixed`).",
    }),
    label: "Compare with",
    flag: "baseline",
    unset: "rolling",
  }),
  changeThreshold: setting({
    schema: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "Minimum share of compared pixels that counts as a change. With 0, every confirmed visible difference counts. A ratio of 0 never counts.",
      default: defaultChangeThreshold,
      [hintKeyword]: "it is a share: 0.05 is 5 %",
    }),
    label: "Change threshold",
    flag: "threshold",
    unset: defaultChangeThreshold,
  }),
  alertWhen: setting({
    schema: nullable(
      AlertWhen,
      "Conditions on the values of `capture.values`. A run sends an alert when the conditions become true. A condition about a change sends one at each change. Other differences of the page send none. The first run after a change of conditions or values only records the values. Null: each change sends an alert.",
    ),
    label: "Alert on values",
    flag: "alert-when",
    unset: null,
  }),
  ignoreDefaults: setting({
    schema: Type.Array(DefaultPath, {
      maxItems: DefaultPath.enum.length,
      uniqueItems: true,
      description:
        "Settings that the monitor does not inherit from defaults of the account or its tags: `alerts.digest`, or `alerts` for all alert settings. They are at the monitor's own value, else the usual one.",
    }),
    label: "Does not inherit",
    flag: "ignore-default",
    unset: noPaths,
  }),
};

const { name: _name, ...others } = plainSettings;
/** Plain settings that the monitors of a sitemap share. */
export const sharedPlain = others;

import { type Static, type TObject, type TSchema, Type } from "typebox";
import { DateTime, nullable } from "../common.ts";
import { sharedByMonitors } from "../options/index.ts";
import { withoutDefaults } from "../options/option.ts";
import { AlertEmail, plainAlerts } from "./alerts.ts";
import { MonitorPatch } from "./monitor.ts";
import { plainSettings } from "./plainSettings.ts";
import { changeOf } from "./setting.ts";

const noExtraFields = { additionalProperties: false } as const;

/** Options of a capture that many monitors can have as a default. */
const DefaultCapture = Type.Object(sharedByMonitors(), noExtraFields);
/** Alert settings that many monitors can have as a default. Alert targets have channels for many monitors. */
const DefaultAlerts = Type.Object(
  { email: Type.Optional(withoutDefaults(AlertEmail)), ...changeOf(plainAlerts) },
  noExtraFields,
);

const { changeThreshold } = changeOf({ changeThreshold: plainSettings.changeThreshold });
const { timezone } = MonitorPatch.properties;

/** Settings that monitors inherit, each optional. */
const settings = { timezone, changeThreshold, capture: DefaultCapture, alerts: DefaultAlerts };

type WithNull<Values> = { [Name in keyof Values]: Values[Name] | null };

/** The same object in a change: null removes a property. */
function removable<Schema extends TObject>(schema: Schema, description: string) {
  const properties = Object.entries<TSchema>(schema.properties).map(([name, one]) => [
    name,
    Type.Optional(takesNull(one) ? one : nullable(one)),
  ]);
  return Type.Unsafe<WithNull<Static<Schema>>>(
    Type.Object(Object.fromEntries(properties), { ...noExtraFields, description }),
  );
}

function takesNull({ anyOf = [] }: TSchema & { anyOf?: readonly { type?: unknown }[] }): boolean {
  return anyOf.some(({ type }) => type === "null");
}

/** Body of `PATCH /monitor-defaults` and `PATCH /monitor-defaults/{tag}`. */
export const MonitorDefaultsPatch = Type.Object(
  {
    timezone: Type.Optional(nullable(timezone, "Time zone of quiet hours, for monitors without a zone of their own.")),
    changeThreshold: Type.Optional(nullable(changeThreshold)),
    capture: Type.Optional(
      removable(DefaultCapture, "Capture options, as for monitors, without secrets and without those of one page."),
    ),
    alerts: Type.Optional(removable(DefaultAlerts, "Alert settings, as for monitors.")),
  },
  { ...noExtraFields, minProperties: 1 },
);
export type MonitorDefaultsPatch = Static<typeof MonitorDefaultsPatch>;

/** Defaults as the API shows them. */
export const MonitorDefaults = Type.Object(
  {
    tag: nullable(Type.String(), "The tag of the monitors that inherit them; null for all monitors of the account."),
    ...settings,
    updatedAt: DateTime,
  },
  noExtraFields,
);
export type MonitorDefaults = Static<typeof MonitorDefaults>;

/** Reply with the defaults of the account or of a tag. */
export const MonitorDefaultsReply = Type.Object(
  { success: Type.Literal(true), monitorDefaults: MonitorDefaults },
  noExtraFields,
);

/** Reply of `GET /monitor-defaults`. */
export const MonitorDefaultsList = Type.Object(
  { success: Type.Literal(true), monitorDefaults: Type.Array(MonitorDefaults) },
  noExtraFields,
);

/** Maximum tags of an account with defaults. */
export const maxTagsWithDefaults = 50;

/** Settings that monitors inherit. */
export type DefaultSettings = Pick<MonitorDefaults, "timezone" | "changeThreshold" | "capture" | "alerts">;

/** The defaults of an account or of one of its tags in MongoDB. */
export type MonitorDefaultsRecord = {
  /** The account's id, for a tag followed by `:` and the tag. So each has one record. */
  _id: string;
  accountId: string;
  tag: string | null;
  settings: DefaultSettings;
  updatedAt: Date;
};

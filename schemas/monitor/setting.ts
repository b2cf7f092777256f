import { type Static, type TOptional, type TSchema, Type } from "typebox";
import { labelKeyword } from "../common.ts";
import { withoutDefaults } from "../options/option.ts";

/** A setting of monitors, written once. The request, the change and the reply are derived from it. */
export type SettingEntry = {
  /** Its schema for a new monitor. */
  schema: TSchema;
  /** Its name in forms. */
  label: string;
  /** Its flag on the command line. Without one, a file has it. */
  flag?: string;
  /** A new monitor needs it. */
  needed?: true;
  /** Its schema in a change. Default: the same without defaults. */
  change?: TSchema;
  /** Its schema in replies; null if none shows it. Default: the same without defaults. */
  reply?: TSchema | null;
  /** Its value in the record of a monitor whose owner never gave it. */
  unset?: string | number | string[] | null;
};

type Settings = Readonly<Record<string, SettingEntry>>;

/** Checks an entry and keeps its exact type. */
export function setting<const Entry extends SettingEntry>(entry: Entry): Entry {
  return entry;
}

type RequestOf<All extends Settings> = {
  [Name in keyof All]: All[Name] extends { needed: true } ? All[Name]["schema"] : TOptional<All[Name]["schema"]>;
};
type ChangeOf<All extends Settings> = {
  [Name in keyof All]: TOptional<All[Name] extends { change: infer Own extends TSchema } ? Own : All[Name]["schema"]>;
};
type ReplyOf<All extends Settings> = {
  [Name in keyof All as All[Name] extends { reply: null } ? never : Name]: All[Name] extends {
    reply: infer Own extends TSchema;
  }
    ? Own
    : All[Name]["schema"];
};

/** The values of settings in a record. */
export type RecordOf<All extends Settings> = {
  [Name in keyof All]: Static<All[Name]["schema"]> | (All[Name] extends { unset: infer Unset } ? Unset : never);
};

/** The flags of settings on the command line, and their labels. `prefix` begins the path of each. */
export function flagsOf(settings: Settings, prefix = ""): { path: string; flag: string; label: string }[] {
  return Object.entries(settings).flatMap(([name, { flag, label }]) =>
    flag === undefined ? [] : [{ path: `${prefix}${name}`, flag, label }],
  );
}

/** The settings of a new monitor, for `Type.Object`. The first signature is the type that the loop has. */
export function requestOf<All extends Settings>(settings: All): RequestOf<All>;
export function requestOf(settings: Settings): Record<string, TSchema> {
  return mapOf(settings, ({ schema, needed }) => (needed === true ? schema : Type.Optional({ ...schema })));
}

/** The settings of a change: all are optional, and have no default. */
export function changeOf<All extends Settings>(settings: All): ChangeOf<All>;
export function changeOf(settings: Settings): Record<string, TSchema> {
  return mapOf(settings, ({ schema, change = schema }) => Type.Optional(withoutDefaults(change)));
}

/** The settings that replies show. */
export function replyOf<All extends Settings>(settings: All): ReplyOf<All>;
export function replyOf(settings: Settings): Record<string, TSchema> {
  const shown = Object.entries(settings).filter(([, { reply }]) => reply !== null);
  return mapOf(Object.fromEntries(shown), ({ schema, reply }) => reply ?? withoutDefaults(schema));
}

/** The values in the record of a monitor whose owner gave none. */
export function unsetOf<All extends Settings>(settings: All): { [Name in keyof All]: All[Name]["unset"] };
export function unsetOf(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).map(([name, { unset }]) => [name, unset]));
}

function mapOf(settings: Settings, toSchema: (entry: SettingEntry) => TSchema): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(settings).map(([name, entry]) => [name, labelled(entry, toSchema(entry))]));
}

/** Optional schemas stay so: the mark is not enumerable. */
function labelled({ label }: SettingEntry, schema: TSchema): TSchema {
  const shown = { ...schema, [labelKeyword]: label };
  return Type.IsOptional(schema) ? Type.Optional(shown) : shown;
}

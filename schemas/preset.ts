import { type Static, type TSchema, Type } from "typebox";
import { DateTime, nullable, PresetName } from "./common.ts";
import { SinglePageOptions } from "./renders/render.ts";
import type { TextIds } from "./renders/texts.ts";

/** Options that belong to one request: secrets, receivers of results, and the preset itself. */
const leftOut = [
  "preset",
  "headers",
  "cookies",
  "httpAuth",
  "webhookUrl",
  "webhookSecret",
  "store",
  "storage_provider",
  "storage_path",
  "storage_bucket",
  "storage_endpoint",
  "storage_region",
  "storage_access_key_id",
  "storage_secret_access_key",
  "storage_public_domain",
  "storage_return_location",
] as const;

const kept = Type.Partial(Type.Omit(Type.Object(SinglePageOptions), [...leftOut]));
export type PresetOptions = Static<typeof kept>;

/** The schemas of fields without their defaults, also inside objects, as a preset only sets what it names. */
function bare(properties: Readonly<Record<string, TSchema>>): Record<string, TSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(bareSchema(schema))]),
  );
}

function bareSchema(schema: TSchema & { default?: unknown; properties?: Record<string, TSchema> }): TSchema {
  const { default: _default, properties, ...rest } = schema;
  return Type.Unsafe<unknown>({ ...rest, ...(properties !== undefined && { properties: bare(properties) }) });
}

const closed = { additionalProperties: false } as const;
const OptionsInput = Type.Unsafe<PresetOptions>(
  Type.Object(bare(kept.properties), {
    ...closed,
    description: "Options of a render, except secrets, receivers of results and the caller's storage.",
  }),
);

/** A change of options; null removes one. */
export type PresetChange = { [Name in keyof PresetOptions]: PresetOptions[Name] | null };
const OptionsChange = Type.Unsafe<PresetChange>(
  Type.Object(
    Object.fromEntries(
      Object.entries(bare(kept.properties)).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
    ),
    { ...closed, minProperties: 1, description: "Options that are not given stay as they are. Null removes one." },
  ),
);

/** Body of `POST /presets`. */
export const PresetRequest = Type.Object({ name: PresetName, options: OptionsInput }, closed);
export type PresetRequest = Static<typeof PresetRequest>;

/** Body of `PATCH /presets/{name}`. */
export const PresetPatch = Type.Object({ options: OptionsChange }, closed);

/** Long texts that replies do not show. */
const HiddenOption = Type.Enum(["css", "script"], { type: "string" });

/** A preset as the API shows it. */
export const Preset = Type.Object(
  {
    name: PresetName,
    options: Type.Unsafe<Omit<PresetOptions, "css" | "script">>(
      Type.Omit(Type.Object(bare(kept.properties)), ["css", "script"], closed),
    ),
    hidden: Type.Array(HiddenOption, { description: "Set options that no reply shows." }),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);
export type Preset = Static<typeof Preset>;

/** Reply with one preset. */
export const PresetReply = Type.Object({ success: Type.Literal(true), preset: Preset }, closed);

/** Reply of `GET /presets`. */
export const PresetList = Type.Object(
  { success: Type.Literal(true), presets: Type.Array(Preset), nextCursor: nullable(Type.String()) },
  closed,
);

/** Maximum presets of an account. */
export const maxPresets = 100;

/** A preset in MongoDB. The `_id` is `<account>:<name>`. */
export type PresetRecord = {
  _id: string;
  accountId: string;
  name: string;
  /** JSON of the options but css and script. */
  options: string;
  /** Ids of css and script; missing without any. */
  texts?: Pick<TextIds, "css" | "script">;
  createdAt: Date;
  updatedAt: Date;
};

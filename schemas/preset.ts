import { type Static, type TSchema, Type } from "typebox";
import { DateTime, literals, nullable, PresetName } from "./common.ts";
import { type HiddenIn, hiddenIn, optionsIn } from "./options/index.ts";
import { Geolocation } from "./options/visitor.ts";
import { PdfMargin, PdfOptions } from "./renders/pdf.ts";
import { RecordingOptions } from "./renders/recording.ts";
import type { TextIds } from "./renders/texts.ts";

const KeptOptions = Type.Object(optionsIn("preset"));
export type PresetOptions = Static<typeof KeptOptions>;

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

const noExtraFields = { additionalProperties: false } as const;

const bareOptions = bare(KeptOptions.properties);
export const PresetOptionsInput = Type.Unsafe<PresetOptions>(
  Type.Object(bareOptions, {
    ...noExtraFields,
    description: "Options of a render, except secrets, receivers of results and the caller's storage.",
  }),
);

/** Options that are objects, without defaults, by the names of their shapes. The captures of a preset fill them in. */
export const bareShapes = {
  Geolocation: bareSchema(Geolocation),
  PdfOptions: bareSchema(PdfOptions),
  PdfMargin: bareSchema(PdfMargin),
  RecordingOptions: bareSchema(RecordingOptions),
};

/** A change of options; null removes one. */
export type PresetChange = { [Name in keyof PresetOptions]: PresetOptions[Name] | null };
const OptionsChange = Type.Unsafe<PresetChange>(
  Type.Object(
    Object.fromEntries(Object.entries(bareOptions).map(([name, schema]) => [name, Type.Optional(nullable(schema))])),
    {
      ...noExtraFields,
      minProperties: 1,
      description: "Options that are not given stay as they are. Null removes one.",
    },
  ),
);

/** Body of `POST /presets`. */
export const PresetRequest = Type.Object({ name: PresetName, options: PresetOptionsInput }, noExtraFields);
export type PresetRequest = Static<typeof PresetRequest>;

/** Body of `PATCH /presets/{name}`. */
export const PresetPatch = Type.Object({ options: OptionsChange }, noExtraFields);

/** Long texts that replies do not show. */
const hiddenNames = hiddenIn("preset");
type HiddenOption = HiddenIn<"preset">;

/** The options that replies show. */
export const ShownPresetOptions = Type.Unsafe<Omit<PresetOptions, HiddenOption>>(
  Type.Omit(Type.Object(bareOptions), hiddenNames, noExtraFields),
);

/** A preset as the API shows it. */
export const Preset = Type.Object(
  {
    name: PresetName,
    options: ShownPresetOptions,
    hidden: Type.Array(literals(hiddenNames), { description: "Set options that no reply shows." }),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  noExtraFields,
);
export type Preset = Static<typeof Preset>;

/** Reply with one preset. */
export const PresetReply = Type.Object({ success: Type.Literal(true), preset: Preset }, noExtraFields);

/** Reply of `GET /presets`. */
export const PresetList = Type.Object(
  { success: Type.Literal(true), presets: Type.Array(Preset), nextCursor: nullable(Type.String()) },
  noExtraFields,
);

/** Maximum presets of an account. */
export const maxPresets = 100;

/** A preset in MongoDB. The `_id` is `<account>:<name>`. */
export type PresetRecord = {
  _id: string;
  accountId: string;
  name: string;
  /** JSON of the options that replies show. */
  options: string;
  /** Ids of the long texts; missing without any. */
  texts?: Pick<TextIds, HiddenOption>;
  /** Names of the secrets that its steps use; missing without any. */
  secretNames?: string[];
  createdAt: Date;
  updatedAt: Date;
};

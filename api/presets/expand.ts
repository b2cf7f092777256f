import type { TObject } from "typebox";
import { extendTexts } from "#data/pageTexts.ts";
import type { PresetRecord } from "#schemas/preset.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller } from "../http/exchange.ts";
import { partOf } from "../http/validation.ts";
import type { ApiPorts } from "../ports.ts";
import { findPreset } from "./store.ts";

/** Adds the options of a preset to a body that names one. */
type Expand = (raw: unknown, caller: Caller, ports: ApiPorts) => Promise<unknown>;

/**
 * Adds the preset's options that the body's schema has and the body does not give. `except` names fields that mean something
 * else in this body.
 */
export function withPreset({ properties }: TObject, except: readonly string[] = []): Expand {
  return async (raw, { accountId }, { database }) => {
    const preset = await presetOf(database, accountId, { raw, field: "preset" });
    if (preset === null) return raw;
    const options: Record<string, unknown> = JSON.parse(preset.options);
    const known = Object.entries(options).filter(([name]) => name in properties && !except.includes(name));
    return { ...Object.fromEntries(known), ...Object(raw) };
  };
}

/**
 * Like `withPreset`, for the `capture` of a body. The capture then has the options in place of the preset's name. `within` is the
 * path of the body in the request, with a dot at its end.
 */
export function withCapturePreset({ properties }: Pick<TObject, "properties">, within = ""): Expand {
  return async (body, { accountId }, { database }) => {
    const capture = partOf(body, "capture");
    const preset = await presetOf(database, accountId, { raw: capture, field: `${within}capture.preset` });
    if (preset === null) return body;
    const { preset: _preset, ...given }: Record<string, unknown> = Object(capture);
    const options: Record<string, unknown> = JSON.parse(preset.options);
    const known = Object.entries(options).filter(([name]) => name in properties);
    return { ...Object(body), capture: { ...Object.fromEntries(known), ...given } };
  };
}

type Named = { raw: unknown; field: string };

/** The preset that a body names; null without a name, or for a name that the schema refuses. @throws ApiError for an unknown one. */
async function presetOf(
  database: ApiPorts["database"],
  accountId: string,
  { raw, field }: Named,
): Promise<PresetRecord | null> {
  const name = partOf(raw, "preset");
  if (typeof name !== "string" || !/^[a-z0-9-]{1,64}$/.test(name)) return null;
  const preset = await findPreset(database, accountId, name);
  if (preset !== null) return preset;
  const message = `names no preset of this account: ${name}; GET /presets lists them`;
  throw new ApiError("validation_failed", { fields: [{ field, message }] });
}

/** The style sheet and the script of a request's preset, kept for work that is accepted now. */
export async function textsOfPreset(
  { database, now }: ApiPorts,
  accountId: string,
  name: string | undefined,
): Promise<NonNullable<PresetRecord["texts"]>> {
  const preset = name === undefined ? null : await findPreset(database, accountId, name);
  const texts = preset?.texts ?? {};
  await extendTexts(database, texts, now());
  return texts;
}

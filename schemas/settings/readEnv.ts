import { type Static, type TObject, Type } from "typebox";
import type { FieldProblem } from "../common.ts";
import { bodyValidator, stringsValidator } from "../validate.ts";
import { CodecEnv, Env, MailEnv, MoveEnv, TemporalEnv } from "./env.ts";
import { PlanChanges } from "./plans.ts";

/**
 * Reads the settings of a process from its environment and from the files that `X_FILE` names.
 * @throws SettingsError that names every missing or wrong setting.
 */
type EnvReader<Settings> = (source: Record<string, string | undefined>, readFile: (path: string) => string) => Settings;

function envReader<Schema extends TObject>(schema: Schema): EnvReader<Static<Schema>> {
  const validate = stringsValidator(schema);
  return (source, readFile) => {
    const givenValues: Record<string, string | string[]> = {};
    for (const [name, property] of Object.entries(schema.properties)) {
      const file = `${name}_FILE`;
      const path = source[file];
      const value = path === undefined ? source[name] : readSetting({ file, path, readFile });
      if (value === undefined || value === "") continue;
      givenValues[name] = Type.IsArray(property) ? value.split(",").map((item) => item.trim()) : value;
    }
    const checked = validate(givenValues);
    if (checked.ok) return checked.value;
    throw settingsError("Wrong settings", checked.problems);
  };
}

function readSetting({ file, path, readFile }: { file: string; path: string; readFile(path: string): string }): string {
  try {
    return readFile(path).trim();
  } catch (cause) {
    throw refusedSetting(file, cause);
  }
}

/** Settings of the API and the worker. */
export const readEnv = envReader(Env);
/** The given settings of the API and the worker. The caller adds the others. */
export const readGivenEnv = envReader(Type.Partial(Env));
/** Settings of the command that sets Temporal up. */
export const readTemporalEnv = envReader(TemporalEnv);
/** Settings of the mail service. */
export const readMailEnv = envReader(MailEnv);
/** Settings of the place that a home is moved to. */
export const readMoveEnv = envReader(MoveEnv);
/** Settings of the codec server. */
export const readCodecEnv = envReader(CodecEnv);

const validatePlans = bodyValidator(PlanChanges);

/** The changes of WATCHFRAME_PLANS. @throws SettingsError that names all its problems. */
export function readPlans({ WATCHFRAME_PLANS: text }: Pick<Env, "WATCHFRAME_PLANS">): PlanChanges {
  if (text === "") return {};
  const checked = validatePlans(parsePlans(text));
  if (checked.ok) return checked.value;
  throw settingsError("Wrong WATCHFRAME_PLANS", checked.problems);
}

function parsePlans(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SettingsError(
      "WATCHFRAME_PLANS is not valid JSON; the path of a file is given in WATCHFRAME_PLANS_FILE.",
      {
        cause,
      },
    );
  }
}

function settingsError(what: string, problems: readonly FieldProblem[]): SettingsError {
  return new SettingsError(`${what}:\n${problems.map(({ field, message }) => `  ${field} ${message}`).join("\n")}`);
}

/** An invalid setting. The message names the setting and the remedy, never its value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** The error of a setting that another check refused, with its message. */
export function refusedSetting(name: string, cause: unknown): SettingsError {
  return new SettingsError(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

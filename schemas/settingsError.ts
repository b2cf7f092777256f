/** A setting that a program can't start with. Its message names the setting and what to do, and never holds its value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** The error of a setting that something else has refused, in its words. */
export function refusedSetting(name: string, cause: unknown): SettingsError {
  return new SettingsError(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

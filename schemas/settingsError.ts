/** A setting that a program can't start with. Its message names the setting and what to do, and never holds its value. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

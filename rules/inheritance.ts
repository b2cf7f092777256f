/** Values of settings by their paths, such as `capture.theme`. */
export type SettingValues = ReadonlyMap<string, unknown>;

/** The owner of defaults. */
type DefaultsOrigin = { from: "account" } | { from: "tag"; tag: string };

/** The defaults of an account or of one of its tags. */
export type DefaultsLayer = { origin: DefaultsOrigin; values: SettingValues };

/** A setting that a monitor has by a default. */
export type Inherited = { setting: string; value: unknown } & DefaultsOrigin;

type Inheritor = {
  /** The settings that the monitor's owner gave it. They win. */
  own: SettingValues;
  /** From the strongest on. */
  layers: readonly DefaultsLayer[];
  /** Whether a setting fits the others, which are given with it. */
  fits: (setting: string, values: SettingValues) => boolean;
};

/** A monitor's layers: the defaults of its tags, in the order of the tags, and then the account's. */
export function layersFor(
  tags: readonly string[],
  defaults: readonly { tag: string | null; values: SettingValues }[],
): DefaultsLayer[] {
  const ofTags = tags.flatMap((tag) =>
    defaults
      .filter((each) => each.tag === tag)
      .map(({ values }) => ({ origin: { from: "tag", tag } as const, values })),
  );
  const ofAccount = defaults
    .filter(({ tag }) => tag === null)
    .map(({ values }) => ({ origin: { from: "account" } as const, values }));
  return [...ofTags, ...ofAccount];
}

/**
 * The settings that a monitor inherits. Of several defaults for a setting the strongest that fits holds. One may fit only once
 * another holds, so the search starts again after each.
 */
export function inheritedSettings({ own, layers, fits }: Inheritor): Inherited[] {
  const candidates = layers.flatMap(({ origin, values }) =>
    [...values].map(([setting, value]): Inherited => ({ setting, value, ...origin })),
  );
  const inheritedValues: Inherited[] = [];
  const values = new Map(own);
  const next = () =>
    candidates.find(
      ({ setting, value }) => !values.has(setting) && fits(setting, new Map([...values, [setting, value]])),
    );
  for (let found = next(); found !== undefined; found = next()) {
    values.set(found.setting, found.value);
    inheritedValues.push(found);
  }
  return inheritedValues;
}

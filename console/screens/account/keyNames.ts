type NamedKey = { id: string; name: string };

/** Names of keys by their id. Signed links are charged to their signing key. */
export function namesOfKeys(keys: readonly NamedKey[], signingKeys: readonly NamedKey[]): ReadonlyMap<string, string> {
  return new Map([
    ...signingKeys.map(({ id, name }) => [id, `${name} (signed links)`] as const),
    ...keys.map(({ id, name }) => [id, name] as const),
  ]);
}

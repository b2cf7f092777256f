const placeholder = "[hidden]";
/** Minimum characters of a part of an address that is hidden alone. Shorter ones are words such as `api` or `hooks`. */
const minPartChars = 8;
/** Minimum characters of any hidden text. */
const minChars = 4;

/**
 * A reply without the secrets of its request. Some servers repeat the path or the headers of a request that they refuse,
 * and replies are shown. Hides the address without its host, its longer parts and its parameters, and `secrets`.
 */
export function hideSecrets(reply: string, { url, secrets }: { url: string; secrets: readonly string[] }): string {
  const { pathname, search, searchParams } = new URL(url);
  const parts = pathname.split("/").filter((part) => part.length >= minPartChars);
  const all = [`${pathname}${search}`, pathname, ...parts, ...searchParams.values(), ...secrets];
  const hidden = new Set([...all, ...all.map(decoded)].filter((text) => text.length >= minChars));
  // A longer text may contain a shorter one.
  const longestFirst = [...hidden].toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((rest, text) => rest.replaceAll(text, placeholder), reply);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that encodes nothing stays as it is.
    return text;
  }
}

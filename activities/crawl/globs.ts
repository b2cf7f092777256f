const star = "*".charCodeAt(0);
const questionMark = "?".charCodeAt(0);

/**
 * Whether the segments of a path match those of a glob. `**` matches any number of segments, `*` any characters of one
 * segment, and `?` one character. Only the last wildcard is ever extended, as the earlier ones match as little as they can.
 * So the steps are at most the product of both lengths.
 */
export function matchesGlob(glob: readonly string[], path: readonly string[]): boolean {
  let [item, at, wildcard, retryAt] = [0, 0, -1, 0];
  while (at < path.length) {
    if (glob[item] === "**") {
      [wildcard, retryAt] = [item, at];
      item += 1;
    } else if (matchesText(glob[item], path[at] ?? "")) {
      item += 1;
      at += 1;
    } else if (wildcard === -1) {
      return false;
    } else {
      retryAt += 1;
      [item, at] = [wildcard + 1, retryAt];
    }
  }
  return glob.slice(item).every((segment) => segment === "**");
}

/** The same for the characters of a segment and `*`. It is written out because it is the inner loop. */
function matchesText(glob: string | undefined, text: string): boolean {
  if (glob === undefined) return false;
  let [item, at, wildcard, retryAt] = [0, 0, -1, 0];
  while (at < text.length) {
    const code = glob.charCodeAt(item);
    if (code === star) {
      wildcard = item;
      retryAt = at;
      item += 1;
    } else if (code === questionMark || code === text.charCodeAt(at)) {
      item += 1;
      at += 1;
    } else if (wildcard === -1) {
      return false;
    } else {
      retryAt += 1;
      at = retryAt;
      item = wildcard + 1;
    }
  }
  while (glob.charCodeAt(item) === star) item += 1;
  return item === glob.length;
}

import { plainEscapes } from "./plainEscapes.ts";

/** Whether a path matches a glob. */
export type PathTest = (path: string) => boolean;

/**
 * A test for paths that match any of the globs: `*` stands for anything but a slash, `?` for one character but a slash, `**` as a
 * whole segment for any number of segments, none included. A glob that does not begin with a slash matches at any depth.
 * Takes at most the product of the lengths, whatever glob and path: globs are callers' and paths are strangers'.
 */
export function pathGlobs(globs: readonly string[]): PathTest {
  const patterns = globs.map((glob) => segmentsOf(glob.startsWith("/") ? glob : `/**/${glob}`));
  return (path) => {
    const segments = segmentsOf(path);
    return patterns.some((pattern) => segmentsMatch(pattern, segments));
  };
}

/** Segments in the spelling of URLs, so that a glob may be written in any script. A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  const segments = path.replace(/\/$/, "").split("/").slice(1);
  return segments.map((segment) =>
    plainEscapes(encodeURI(segment.toWellFormed()).replaceAll(/%25(?=[0-9a-f]{2})/gi, "%")),
  );
}

/** A glob's segments against a path's, back to front: `reach[j]` says whether the path from segment j on matches the glob from here on. */
function segmentsMatch(pattern: readonly string[], path: readonly string[]): boolean {
  let reach = [...path.map(() => false), true];
  for (const segment of pattern.toReversed()) {
    const next = [...path.map(() => false), segment === "**" && (reach[path.length] ?? false)];
    for (let at = path.length - 1; at >= 0; at -= 1) {
      next[at] =
        segment === "**"
          ? (reach[at] ?? false) || (next[at + 1] ?? false)
          : (reach[at + 1] ?? false) && textMatches(segment, path[at] ?? "");
    }
    reach = next;
  }
  return reach[0] ?? false;
}

/** One segment. When it fails behind a `*`, only the last one takes a character more: earlier ones could gain nothing. */
function textMatches(glob: string, text: string): boolean {
  let [at, star, retry] = [0, -1, 0];
  for (let index = 0; index < text.length;) {
    if (glob[at] === "*") [star, retry, at] = [at, index, at + 1];
    else if (glob[at] === "?" || glob[at] === text[index]) [at, index] = [at + 1, index + 1];
    else if (star === -1) return false;
    else [at, index, retry] = [star + 1, retry + 1, retry + 1];
  }
  return /^\**$/.test(glob.slice(at));
}

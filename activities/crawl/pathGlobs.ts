import { globTest } from "./globTest.ts";
import { normalizePercentEncoding } from "./plainEscapes.ts";

/** Whether a path matches a glob. */
export type PathTest = (path: string) => boolean;

/**
 * A test for paths that match any of the globs: `*` stands for anything but a slash, `?` for one character but a slash, `**` as a
 * whole segment for any number of segments, none included. A glob that does not begin with a slash matches at any depth.
 * Takes a thirty-second of the product of the lengths at most, whatever glob and path: globs are callers' and paths are strangers'.
 */
export function pathGlobs(globs: readonly string[]): PathTest {
  const tests = globs.map((glob) => globTest(segmentsOf(glob.startsWith("/") ? glob : `/**/${glob}`)));
  return (path) => {
    const text = segmentsOf(path)
      .map((segment) => `${segment}/`)
      .join("");
    return tests.some((test) => test(text));
  };
}

/** Segments in the spelling of URLs, so that a glob may be written in any script. A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  const segments = path.replace(/\/$/, "").split("/").slice(1);
  return segments.map((segment) =>
    normalizePercentEncoding(encodeURI(segment.toWellFormed()).replaceAll(/%25(?=[0-9a-f]{2})/gi, "%")),
  );
}

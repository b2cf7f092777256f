import { comparesPictures, needsBrowser, takesPicture } from "#rules/comparedParts.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { captureFields, type MonitorCapture } from "#schemas/monitor/capture.ts";
import { holdsByHttp } from "#schemas/options/index.ts";

/** A capture after a change: the shown options, the names of all that are set, and the options of a capture with none set. */
type MergedCapture = {
  shownCapture: MonitorCapture;
  names: ReadonlySet<string>;
  usualValues: ReadonlyMap<string, unknown>;
};

/** Runs without a picture compare text or values, and runs without a browser take no option that needs one. */
export function checkFetch({ shownCapture, names, usualValues }: MergedCapture): FieldProblem[] {
  if (takesPicture(shownCapture)) return [];
  const isHttp = !needsBrowser(shownCapture);
  const why = isHttp ? "with fetch: http, which takes no picture" : "with picture: false";
  if (comparesPictures(shownCapture)) {
    return [{ field: "capture.changeOn", message: `must be text or values ${why}` }];
  }
  if (!isHttp) return [];
  if (shownCapture.picture === true) {
    return [
      { field: "capture.picture", message: "must not be true with fetch: http; omit it, or set fetch to browser" },
    ];
  }
  const message = "needs a browser; omit it, or set fetch to browser";
  const refused = [...names].filter(
    (name) => name in captureFields && !holdsByHttp(name) && shownCapture[name] !== (usualValues.get(name) ?? null),
  );
  const hasBox = (shownCapture.ignoreRegions ?? []).some((region) => !("selector" in region));
  return [
    ...refused.map((name) => ({ field: `capture.${name}`, message })),
    ...(hasBox
      ? [
          {
            field: "capture.ignoreRegions",
            message: "must name elements by selector with fetch: http, as there is no picture",
          },
        ]
      : []),
  ];
}

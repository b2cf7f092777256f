import { comparesPictures } from "#rules/comparedParts.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { alertFields } from "#schemas/monitor/alerts.ts";
import { captureFields, type MonitorCapture } from "#schemas/monitor/capture.ts";
import { nearestField, recordOf } from "#schemas/nearestNames.ts";
import { within } from "../http/errors.ts";
import { namesOf, partOf } from "../http/validation.ts";
import { warnCapture } from "../renders/warnings.ts";
import { type ExtraUse, useOfExtra } from "./extras.ts";

/** Maximum warnings in a reply for unknown properties. */
const maxUnknown = 50;

/** The parts of a body without effect; `shown` is the monitor's capture after the change. */
export function warnMonitor(body: unknown, shown: MonitorCapture): FieldProblem[] {
  return [
    ...within("capture", warnOptions(partOf(body, "capture"), shown)),
    ...within("alerts", warnUnknown(partOf(body, "alerts"), alertFields)),
  ];
}

function warnOptions(capture: unknown, shownCapture: MonitorCapture): FieldProblem[] {
  if (typeof capture !== "object" || capture === null) return [];
  // Null removes a property.
  const given = [...namesOf(capture)].filter((name) => partOf(capture, name) !== null);
  // An earlier size may conflict with a device given now. Options with a default count as given only in this request.
  const sizes = ["width", "height"].filter((name) => name in shownCapture);
  return [
    ...warnCapture({ options: shownCapture, names: new Set([...given, ...sizes]) }, true),
    ...warnText(shownCapture, given),
    ...warnUnknown(capture, captureFields),
  ];
}

/** Options that only the comparison of words takes. */
const rulesOfWords = ["ignoreText", "ignoreOrder", "onlyAdded", "onlyRemoved"] as const;

/** Options of the picture or of the text, of which the other one is compared alone. */
function warnText(shownCapture: MonitorCapture, givenNames: readonly string[]): FieldProblem[] {
  const { text, changeOn, regions } = shownCapture;
  const problems: FieldProblem[] = [];
  for (const field of rulesOfWords) {
    const isSet = givenNames.includes(field) && shownCapture[field] !== undefined && shownCapture[field] !== false;
    if (isSet && text !== true) problems.push({ field, message: "has no effect without text: true" });
  }
  if (givenNames.includes("regions") && regions === true && !comparesPictures({ changeOn })) {
    problems.push({ field: "regions", message: `has no effect: with changeOn ${changeOn}, no pictures are compared` });
  }
  return problems;
}

/** Unknown names, each with what becomes of its value, and with the field that was probably meant. */
function warnUnknown(part: unknown, fields: Readonly<Record<string, unknown>>): FieldProblem[] {
  const given = Object.entries(recordOf(part)).filter(
    ([name, value]) => value !== null && !Object.hasOwn(fields, name),
  );
  return given.slice(0, maxUnknown).map(([name, value]) => {
    const near = nearestField(name, fields);
    const hint = near === null ? "" : `; did you mean ${near}?`;
    return { field: name.slice(0, 100), message: `${effects[useOfExtra(name, value)]}${hint}` };
  });
}

const effects: Record<ExtraUse, string> = {
  kept: "is not a known field: it is kept and has no effect",
  secret: "is not a known field and may hold a secret: it is dropped",
  "option of renders": "is an option of renders and not of monitors: it is dropped",
};

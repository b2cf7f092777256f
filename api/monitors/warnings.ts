import type { FieldProblem } from "#schemas/common.ts";
import { alertFields } from "#schemas/monitor.ts";
import { captureFields, type MonitorCapture } from "#schemas/monitorCapture.ts";
import { nearestField } from "#schemas/nearestNames.ts";
import { namesOf, partOf } from "../http/validation.ts";
import { warnCapture, within } from "../renders/warnings.ts";

/** Warnings a reply has at most for properties that are not known. */
const mostUnknown = 50;

/** What has no effect in a body that creates or changes a monitor, whose capture is then `shown`. */
export function warnMonitor(body: unknown, shown: MonitorCapture): FieldProblem[] {
  return [
    ...within("capture", warnOptions(partOf(body, "capture"), shown)),
    ...within("alerts", warnUnknown(namesOf(partOf(body, "alerts")), alertFields)),
  ];
}

function warnOptions(capture: unknown, shown: MonitorCapture): FieldProblem[] {
  if (typeof capture !== "object" || capture === null) return [];
  // Null takes a property away.
  const given = [...namesOf(capture)].filter((name) => partOf(capture, name) !== null);
  // A size from an earlier request meets a device of this one. Of options with a default, only those given now are known to be given.
  const sizes = ["width", "height"].filter((name) => name in shown);
  return [
    ...warnCapture({ options: shown, names: new Set([...given, ...sizes]) }, true),
    ...warnUnknown(given, captureFields),
  ];
}

/** Names that are not known, each with the field that was likely meant. */
function warnUnknown(given: Iterable<string>, fields: Readonly<Record<string, unknown>>): FieldProblem[] {
  const unknown = [...given].filter((name) => !Object.hasOwn(fields, name)).slice(0, mostUnknown);
  return unknown.map((name) => {
    const near = nearestField(name, fields);
    const hint = near === null ? "" : `; did you mean ${near}?`;
    return { field: name.slice(0, 100), message: `is not a known field: it is kept and has no effect${hint}` };
  });
}

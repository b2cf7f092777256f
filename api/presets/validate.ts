import { Type } from "typebox";
import type { EgressPolicy } from "#egress/policy.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { type PresetOptions, PresetRequest } from "#schemas/preset.ts";
import { within } from "../http/errors.ts";
import { bodyRules } from "../http/validation.ts";
import { checkSelectors } from "../renders/validateSelectors.ts";
import { checkPage } from "../renders/validatePage.ts";
import { checkPdf } from "../renders/validatePdf.ts";
import { checkRecording } from "../renders/validateRecording.ts";
import { checkSteps } from "../renders/validateSteps.ts";
import { checkValues } from "../renders/validateValues.ts";

/** Rules of the body of `createPreset` beyond its schema. */
export const presetRules = bodyRules(Type.Partial(PresetRequest), ({ options = {} }, _fieldNames, { policy }) =>
  checkOptions(policy, options),
);

/** The problems of a preset's options. They must fit together without the fields of a request. */
export function checkOptions(policy: Pick<EgressPolicy, "checkUrl">, options: PresetOptions): FieldProblem[] {
  return within("options", [
    ...checkSelectors(options),
    ...checkPage(options),
    ...checkPdf(options.pdf),
    ...checkRecording(options),
    ...checkValues("extractValues", options.extractValues),
    ...checkSteps(policy, options),
  ]);
}

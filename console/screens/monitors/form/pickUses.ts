import { type Form, listAt } from "../../../forms/draft.ts";
import type { PickUse } from "../../../picker/Picker.tsx";
import { type ValueDraft, valueOf } from "../../../values/valueList.ts";
import { ignoreElement } from "./ignored.ts";

/** Watches the picked element alone. */
export const watchUse = (form: Form): PickUse => ({
  label: "Watch this alone",
  apply: ({ selector }) => form.set({ "capture.selector": selector }),
});

/** Leaves the picked element out of comparisons. */
export const ignoreUse = (form: Form): PickUse => ({
  label: "Ignore it",
  apply: ({ selector }) => ignoreElement(form, selector),
});

const valuesPath = "capture.values";

/** Reads the value of the picked element in each run. */
export const valueUse = (form: Form): PickUse => ({
  label: "Read its value",
  apply: (picked) => {
    const values = valuesOf(form);
    const next = [...values, valueOf(picked, values)];
    form.set({ [valuesPath]: next }, { [valuesPath]: JSON.stringify(next) });
  },
});

/** The values that each run reads. */
export function valuesOf(form: Form): ValueDraft[] {
  return listAt(form, valuesPath).map((value) => ({ ...Object(value) }));
}

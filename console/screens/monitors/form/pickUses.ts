import type { Form } from "../../../forms/draft.ts";
import type { PickUse } from "../../../picker/Picker.tsx";
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

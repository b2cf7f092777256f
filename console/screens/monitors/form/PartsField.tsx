import { FlagAt } from "../../../forms/fields.tsx";
import { Cost } from "./Cost.tsx";
import type { FormPart } from "./monitorBody.ts";

/** Whether each part of the page is compared on its own, too, with the price. */
export function PartsField({ form }: FormPart) {
  return (
    <div>
      <FlagAt form={form} path="capture.regions" />
      <p className="small-print">
        A heading, a card or a line of text then alarms if this share of its own area changes. It costs 2 credits more
        per run.
      </p>
      <Cost form={form} />
    </div>
  );
}

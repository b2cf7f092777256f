import { textAt } from "../../../forms/draft.ts";
import { ParsedAt } from "../../../forms/fields.tsx";
import { formatLocalInput, readLocalInput } from "../../../format/time.ts";
import { CompareFields } from "../form/CompareFields.tsx";
import type { FormPart } from "../form/monitorBody.ts";
import { NameFields } from "../form/NameFields.tsx";
import { PartsField } from "../form/PartsField.tsx";
import { AlarmFields } from "../form/AlarmFields.tsx";
import { ThresholdField } from "../form/ThresholdField.tsx";

/** The name of a monitor, how often it runs, what counts as a change, and a pause of its messages. */
export function GeneralFields({ form }: FormPart) {
  const mutedUntil = textAt(form, "mutedUntil");
  return (
    <>
      <NameFields form={form} />
      <ThresholdField form={form} help="Leave it empty to get an alert for any visible difference." />
      <PartsField form={form} />
      <AlarmFields form={form} />
      <CompareFields form={form} />
      <ParsedAt
        form={form}
        path="mutedUntil"
        label="No messages before"
        type="datetime-local"
        text={mutedUntil === "" ? "" : formatLocalInput(mutedUntil)}
        parse={(text) => readLocalInput(text) ?? undefined}
        help="Runs go on. Leave it empty to get messages at once."
      />
    </>
  );
}

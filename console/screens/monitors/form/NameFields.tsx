import { ParsedAt, TextAt } from "../../../forms/fields.tsx";
import { textsAt } from "../../../forms/draft.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Cost } from "./Cost.tsx";
import { type FormPart, tagsOf } from "./monitorBody.ts";
import { ThresholdField } from "./ThresholdField.tsx";
import { CronTimes, IntervalField } from "./TimesFields.tsx";

/** The name of a monitor, how often it runs, and its tags. Without a placeholder, a name is required. */
export function NameFields({ form, placeholder }: FormPart & { placeholder?: string }) {
  return (
    <>
      <FieldRow>
        <TextAt form={form} path="name" {...(placeholder === undefined ? { isRequired: true } : { placeholder })} />
        <IntervalField form={form} />
      </FieldRow>
      <TimesAndTags form={form} />
    </>
  );
}

/** How often monitors that are made together run, from which share they alarm, and their tags. */
export function BasicFields({ form }: FormPart) {
  return (
    <>
      <FieldRow>
        <IntervalField form={form} />
        <ThresholdField form={form} label="Alert from, in percent" placeholder="any difference" />
      </FieldRow>
      <TimesAndTags form={form} />
    </>
  );
}

function TimesAndTags({ form }: FormPart) {
  return (
    <>
      <CronTimes form={form} />
      <Cost form={form} />
      <ParsedAt
        form={form}
        path="tags"
        text={textsAt(form, "tags").join(", ")}
        parse={tagsOf}
        help="Separate them by commas."
      />
    </>
  );
}

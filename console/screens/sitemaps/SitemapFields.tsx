import { numberAt } from "../../forms/draft.ts";
import { LinesAt, NumberAt, TextAt } from "../../forms/fields.tsx";
import { FieldRow } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import type { FormPart } from "../monitors/form/monitorBody.ts";
import { syncOptions } from "./form.ts";

/** The name of a sitemap, its pages to watch, and how often it is read. */
export function SitemapFields({ form }: FormPart) {
  return (
    <>
      <TextAt form={form} path="name" placeholder="The sitemap’s host" />
      <LinesAt
        form={form}
        path="includePaths"
        placeholder="/docs/**"
        help="One per line. * stands for part of a segment, ** for any number of segments."
      />
      <LinesAt
        form={form}
        path="excludePaths"
        placeholder="/docs/archive/**"
        help="One per line. They win over the paths above."
      />
      <FieldRow>
        <NumberAt form={form} path="maxMonitors" />
        <Select
          label="Read the sitemap"
          value={String(numberAt(form, "syncIntervalMinutes", 1_440))}
          onChange={(value) => form.set({ syncIntervalMinutes: Number(value) })}
          options={syncOptions(form)}
        />
      </FieldRow>
    </>
  );
}

import { problemOf } from "../../api/problems.ts";
import { FieldRow } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { intervalOptions } from "../monitors/form/intervals.ts";
import { type SitemapForm, syncOptions } from "./form.ts";

type SitemapFieldsProps = {
  form: SitemapForm;
  onChange: (changed: Partial<SitemapForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** The address of a sitemap, the pages to watch, and how. */
export function SitemapFields({ form, onChange, error }: SitemapFieldsProps) {
  return (
    <>
      <TextField
        label="Address of the sitemap"
        value={form.url}
        onChange={(url) => onChange({ url })}
        placeholder="example.com/sitemap.xml"
        help="An index of sitemaps works, too, and so does a gzipped file."
        isRequired
        error={problemOf(error, "sitemapUrl")}
      />
      <TextField
        label="Name"
        value={form.name}
        onChange={(name) => onChange({ name })}
        placeholder="The sitemap’s host"
        error={problemOf(error, "name")}
      />
      <TextField
        label="Only these paths"
        lines={2}
        value={form.include}
        onChange={(include) => onChange({ include })}
        placeholder="/docs/**"
        help="One per line. * stands for part of a segment, ** for any number of segments."
        error={problemOf(error, "includePaths")}
      />
      <TextField
        label="Without these paths"
        lines={2}
        value={form.exclude}
        onChange={(exclude) => onChange({ exclude })}
        placeholder="/docs/archive/**"
        help="One per line. They win over the paths above."
        error={problemOf(error, "excludePaths")}
      />
      <FieldRow>
        <Select
          label="Look at each page"
          value={form.interval}
          onChange={(interval) => onChange({ interval })}
          options={intervalOptions(form.interval)}
        />
        <TextField
          label="Threshold in percent"
          value={form.threshold}
          onChange={(threshold) => onChange({ threshold })}
          placeholder="0"
          error={problemOf(error, "monitor.changeThreshold")}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label="Tags of the monitors"
          value={form.tags}
          onChange={(tags) => onChange({ tags })}
          placeholder="docs, handbook"
          error={problemOf(error, "monitor.tags")}
        />
        <TextField
          label="Most monitors"
          type="number"
          value={form.maxMonitors}
          onChange={(maxMonitors) => onChange({ maxMonitors })}
          error={problemOf(error, "maxMonitors")}
        />
      </FieldRow>
      <Select
        label="Read the sitemap"
        value={form.syncInterval}
        onChange={(syncInterval) => onChange({ syncInterval })}
        options={syncOptions}
      />
    </>
  );
}

import { problemOf } from "../../api/problems.ts";
import { FieldRow } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { type SitemapForm, syncOptions } from "./form.ts";

/** Fields of a sitemap and of the choice of its pages. */
type OwnForm = Omit<SitemapForm, "url" | "monitor">;

type SitemapFieldsProps = {
  form: OwnForm;
  onChange: (changed: Partial<OwnForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** The name of a sitemap, its pages to watch, and how often it is read. */
export function SitemapFields({ form, onChange, error }: SitemapFieldsProps) {
  return (
    <>
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
        <TextField
          label="Most monitors"
          type="number"
          value={form.maxMonitors}
          onChange={(maxMonitors) => onChange({ maxMonitors })}
          error={problemOf(error, "maxMonitors")}
        />
        <Select
          label="Read the sitemap"
          value={form.syncInterval}
          onChange={(syncInterval) => onChange({ syncInterval })}
          options={syncOptions(form.syncInterval)}
        />
      </FieldRow>
    </>
  );
}

import { problemOf } from "../../../api/problems.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { intervalOptions } from "./intervals.ts";
import { type FormPart, nameFrom } from "./monitorForm.ts";

/** The page, how often to look at it, and how to capture it. */
export function PageFields({ form, onChange, error }: FormPart) {
  const { url, name, interval, tags, fullPage, blockCookieBanners, blockAds, hidden } = form;
  return (
    <>
      <TextField
        label="Address"
        value={url}
        onChange={(value) => onChange({ url: value })}
        placeholder="example.com/pricing"
        isRequired
        error={problemOf(error, "url")}
      />
      <FieldRow>
        <TextField
          label="Name"
          value={name}
          onChange={(value) => onChange({ name: value })}
          placeholder={url === "" ? "Pricing" : nameFrom(url)}
          error={problemOf(error, "name")}
        />
        <Select
          label="How often"
          value={interval}
          onChange={(value) => onChange({ interval: value })}
          options={intervalOptions(interval)}
        />
      </FieldRow>
      <TextField
        label="Tags"
        value={tags}
        onChange={(value) => onChange({ tags: value })}
        help="Separate them by commas."
        error={problemOf(error, "tags")}
      />
      <Switch isSelected={fullPage} onChange={(value) => onChange({ fullPage: value })}>
        The whole page, not only its top
      </Switch>
      <Switch isSelected={blockCookieBanners} onChange={(value) => onChange({ blockCookieBanners: value })}>
        Without cookie banners
      </Switch>
      <Switch isSelected={blockAds} onChange={(value) => onChange({ blockAds: value })}>
        Without ads and trackers
      </Switch>
      <TextField
        label="Elements to remove"
        value={hidden}
        onChange={(value) => onChange({ hidden: value })}
        lines={2}
        placeholder=".clock"
        help="CSS selectors, one per line. Captures leave these elements out."
        error={problemOf(error, "capture.hideSelectors") ?? problemOf(error, "hideSelectors")}
      />
    </>
  );
}

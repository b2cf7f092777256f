import { problemOf } from "../../../api/problems.ts";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { optionsOf } from "../../renders/playground/values.ts";
import { type FormPart, type MonitorForm, nameFrom } from "./monitorForm.ts";
import { MoreCapture } from "./MoreCapture.tsx";
import { NameFields } from "./NameFields.tsx";
import { ElementField } from "./TextFields.tsx";

/** The page, how often to look at it, and how to capture it. */
export function PageFields({ form, onChange, error }: FormPart) {
  const { url } = form;
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
      <NameFields form={form} onChange={onChange} error={error} placeholder={url === "" ? "Pricing" : nameFrom(url)} />
      <CaptureFields form={form} onChange={onChange} error={error} />
      <MoreCapture
        values={form.more}
        onChange={(more, options) => onChange({ more, moreCapture: optionsOf(options, more) })}
        error={error}
      />
    </>
  );
}

type CaptureForm = Pick<MonitorForm, "fullPage" | "blockCookieBanners" | "blockAds" | "hidden" | "selector">;
type CaptureFieldsProps = {
  form: CaptureForm;
  onChange: (changed: Partial<CaptureForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
  /** Help under the field of the only element that is watched. */
  elementHelp?: string;
};

const newElementHelp = "CSS selector. Leave it empty to watch the page. A run without the element fails.";

/** How a page is captured. */
export function CaptureFields({ form, onChange, error, elementHelp = newElementHelp }: CaptureFieldsProps) {
  const { fullPage, blockCookieBanners, blockAds, hidden, selector } = form;
  return (
    <>
      <Switch isSelected={fullPage} onChange={(value) => onChange({ fullPage: value })}>
        Full page
      </Switch>
      <Switch isSelected={blockCookieBanners} onChange={(value) => onChange({ blockCookieBanners: value })}>
        Without cookie banners
      </Switch>
      <Switch isSelected={blockAds} onChange={(value) => onChange({ blockAds: value })}>
        Without ads and trackers
      </Switch>
      <ElementField
        value={selector}
        onChange={(value) => onChange({ selector: value })}
        help={elementHelp}
        error={error}
      />
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

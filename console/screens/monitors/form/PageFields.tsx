import { textAt } from "../../../forms/draft.ts";
import { FlagAt, LinesAt, TextAt } from "../../../forms/fields.tsx";
import { PickButton } from "../../../picker/PickButton.tsx";
import { AlarmFields } from "./AlarmFields.tsx";
import { type FormPart, nameFrom } from "./monitorBody.ts";
import { MoreCapture } from "./MoreCapture.tsx";
import { NameFields } from "./NameFields.tsx";
import { watchUse } from "./pickUses.ts";

/** The page, how often to look at it, and how to capture it. */
export function PageFields({ form }: FormPart) {
  const url = textAt(form, "url");
  return (
    <>
      <TextAt form={form} path="url" placeholder="example.com/pricing" isRequired />
      <NameFields form={form} placeholder={url === "" ? "Pricing" : nameFrom(url)} />
      <AlarmFields form={form} />
      <CaptureFields form={form} />
      <MoreCapture form={form} />
    </>
  );
}

const newElementHelp = "CSS selector. Leave it empty to watch the page. A run without the element fails.";

/** How a page is captured. */
export function CaptureFields({ form, elementHelp = newElementHelp }: FormPart & { elementHelp?: string }) {
  return (
    <>
      <FlagAt form={form} path="capture.fullPage" standard />
      <FlagAt form={form} path="capture.blockCookieBanners" label="Without cookie banners" />
      <FlagAt form={form} path="capture.blockAds" label="Without ads and trackers" />
      <TextAt form={form} path="capture.selector" placeholder="#price" help={elementHelp} />
      <PickButton label="Pick the element to watch" uses={[watchUse(form)]} />
      <LinesAt
        form={form}
        path="capture.hideSelectors"
        label="Elements to remove"
        placeholder=".clock"
        help="CSS selectors, one per line. Captures leave these elements out."
      />
    </>
  );
}

import type { RenderOption } from "./schema.ts";

/** Options in the hand-made part of the form, in its order. */
const commonNames: ReadonlySet<string> = new Set([
  "url",
  "fullPage",
  "format",
  "quality",
  "device",
  "width",
  "height",
  "theme",
  "waitUntil",
  "blockAds",
  "blockCookieBanners",
  "blockPopups",
  "blockChatWidgets",
  "hideSelectors",
  "scrollToElement",
]);

const labels: Readonly<Record<string, string>> = {
  url: "Address of the page",
  fullPage: "Full page",
  width: "Width",
  height: "Height",
  waitUntil: "Wait until",
  blockAds: "Ads and trackers",
  blockCookieBanners: "Cookie banners",
  blockPopups: "Popups",
  blockChatWidgets: "Chat widgets",
  blockAccessibilityWidgets: "Block accessibility widgets",
  hideSelectors: "Hide elements",
  clickSelectors: "Click elements",
  scrollToElement: "Scroll to element",
  waitForSelector: "Wait for element",
  deviceScaleFactor: "Pixels per CSS pixel",
  omitBackground: "Transparent background",
  selector: "Only this element",
  clip: "Only this part",
  httpAuth: "HTTP authentication",
  timezone: "Time zone",
  geolocation: "Place",
  media: "Styles for",
  pdf: "PDF",
  recording: "Recording",
  css: "Style sheet",
  html: "HTML document in place of the address",
  baseUrl: "Address of the HTML document",
  timeout: "Timeout",
  extractHtml: "HTML",
  webhookUrl: "Address of the webhook",
  webhookSecret: "Secret of the webhook",
  store: "Store in your own bucket",
};

/** An option's name in words: the label by hand, or the name split into words. */
export function labelOf({ name }: Pick<RenderOption, "name">): string {
  const words = name
    .replace(/^(?:extract|storage_)(?=.)/, "")
    .replaceAll("_", " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return labels[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export type OptionGroup = { title: string; options: RenderOption[] };

const groupRules: readonly (readonly [title: string, holds: RegExp])[] = [
  ["Outputs", /^(?:screenshot$|pdf$|recording$|extract)/],
  ["Part of the page", /^(?:selector|clip|omitBackground|deviceScaleFactor)$/],
  ["Your own code", /^(?:css|script|html|baseUrl)$/],
  ["Visitor", /^(?:headers|cookies|httpAuth|locale|timezone|geolocation|userAgent|media|reducedMotion)$/],
  ["Your own bucket", /^stor(?:e$|age_)/],
  ["Webhook, queue and cache", /^(?:webhook|priority$|cache$)/],
  ["Page", /./],
];

/** The options beside the common ones. An option that no rule names is in "Page". */
export function groupOptions(options: readonly RenderOption[]): OptionGroup[] {
  const rest = options.filter(({ name }) => !commonNames.has(name));
  const titleOf = (name: string): string => groupRules.find(([, holds]) => holds.test(name))?.[0] ?? "Page";
  return groupRules
    .map(([title]) => ({ title, options: rest.filter(({ name }) => titleOf(name) === title) }))
    .filter(({ options: held }) => held.length > 0);
}

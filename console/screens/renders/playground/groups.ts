import type { RenderOption } from "./schema.ts";

/** Options in the hand-made part of the form, in its order. */
const commonNames: ReadonlySet<string> = new Set([
  "url",
  "preset",
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
  "recording.seconds": "Length",
  "recording.scroll": "Scroll to the end",
  "recording.format": "Format of the file",
  "pdf.format": "Paper",
  "pdf.width": "Width of a sheet",
  "pdf.height": "Height of a sheet",
  "pdf.scale": "Scale of the content",
  "pdf.pageRanges": "Pages to keep",
  "pdf.printBackground": "Background colors and pictures",
  "pdf.tagged": "Tagged for screen readers",
  "pdf.outline": "Bookmarks",
  "clip.x": "From the left",
  "clip.y": "From the top",
  "clip.width": "Width of the part",
  "clip.height": "Height of the part",
  "httpAuth.username": "User name",
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
    .replace(/^(?:extract|storage_|pdf\.|clip\.|geolocation\.|httpAuth\.)(?=.)/, "")
    .replaceAll(/[_.]/g, " ")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
  return labels[name] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export type OptionGroup = { title: string; options: RenderOption[] };

const groupRules: readonly (readonly [title: string, holds: RegExp])[] = [
  ["Size and look", /^(?:format|quality|fullPage|device|width|height|theme)$/],
  ["Outputs", /^(?:screenshot$|pdf$|recording$|extract)/],
  ["Part of the page", /^(?:selector|clip|omitBackground|deviceScaleFactor)$/],
  ["Your own code", /^(?:css|script|html|baseUrl)$/],
  ["Visitor", /^(?:headers|cookies|httpAuth|locale|timezone|geolocation|userAgent|media|reducedMotion)$/],
  ["Your own bucket", /^stor(?:e$|age_)/],
  ["Webhook, queue and cache", /^(?:webhook|priority$|cache$)/],
  ["Page", /./],
];

/**
 * The options in groups. An option that no rule names is in "Page". `hasCommon` says whether the options of the hand-made
 * part are in the groups, too. Default: false.
 */
export function groupOptions(options: readonly RenderOption[], { hasCommon = false } = {}): OptionGroup[] {
  const rest = options.filter(({ name }) => hasCommon || !commonNames.has(name));
  const titleOf = (name: string): string => groupRules.find(([, holds]) => holds.test(name))?.[0] ?? "Page";
  return groupRules
    .map(([title]) => ({ title, options: rest.filter(({ name }) => titleOf(name) === title) }))
    .filter(({ options: held }) => held.length > 0);
}

/** Screens by the start of their path, and the part of the guide that is about each. The longest start wins. */
export const guideParts: readonly (readonly [path: string, part: string])[] = [
  ["/", "console"],
  ["/monitors", "monitors"],
  ["/monitors/new", "console#watching-a-page"],
  ["/monitors/many", "console#many-monitors"],
  ["/monitors/sitemaps", "many-monitors#from-a-sitemap"],
  ["/renders", "captures"],
  ["/jobs", "captures"],
  ["/presets", "captures#presets"],
  ["/comparisons", "comparing"],
  ["/batches", "batches"],
  ["/crawls", "crawling"],
  ["/schedules", "schedules"],
  ["/deliveries", "webhooks"],
  ["/alerts", "recipients"],
  ["/usage", "limits#prices"],
  ["/access", "sign-in"],
  ["/keys", "signed-links#signing-keys"],
  ["/sessions", "security-accounts#the-console"],
];

/** Address of the part of the guide about a screen, by the screen's path. */
export function guideOf(screen: string): string {
  const [, part] = guideParts.findLast(([path]) => screen === path || screen.startsWith(`${path}/`)) ?? [
    "/",
    "console",
  ];
  return `/guide/${part}`;
}

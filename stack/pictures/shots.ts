/** Ids of what the pictures show. */
export type Places = { monitorId: string; runId: string; jobId: string; crawlId: string; pageUrl: string };

/** A screen, as options of a render. */
type Screen = { width: number; height: number } | { device: string };

/** A picture of the console: its name, and the path below `/console`. */
export type Shot = { name: string; path: (places: Places) => string; screen: Screen };

const wide = (height: number): Screen => ({ width: 1120, height });
const phone: Screen = { device: "iphone-15-pro" };

/** The pictures of the documents, each in the light and the dark theme. */
export const shots: readonly Shot[] = [
  { name: "overview", path: () => "/", screen: wide(760) },
  {
    name: "comparison",
    path: ({ monitorId, runId }) => `/monitors/${monitorId}/runs/${runId}`,
    screen: wide(720),
  },
  { name: "monitors", path: () => "/monitors", screen: wide(620) },
  {
    name: "render",
    path: ({ jobId, pageUrl: url }) =>
      `/renders/new?${new URLSearchParams({ url, fullPage: "true", extractColors: "true", job: jobId, tab: "colors" })}`,
    screen: wide(760),
  },
  { name: "crawl", path: ({ crawlId }) => `/crawls/${crawlId}`, screen: wide(760) },
  { name: "phone", path: ({ monitorId, runId }) => `/monitors/${monitorId}/runs/${runId}`, screen: phone },
];

// Generated from the API's routes by `npm run client:generate`. Do not edit.

/** Names of the extracts. */
export const extractNames = [
  "metadata",
  "markdown",
  "html",
  "links",
  "images",
  "videos",
  "fonts",
  "colors",
  "structure",
  "design",
  "elements",
  "console",
  "har",
  "mhtml",
] as const;
/** Outputs that are files of the browser. */
export const fileOutputs = ["screenshot", "pdf", "recording"] as const;
/** Options of a picture. */
export const pictureOptions = [
  "format",
  "quality",
  "fullPage",
  "maxHeight",
  "omitBackground",
  "selector",
  "clip",
] as const;
/** Extracts of the pages of batches and crawls. */
export const pageExtracts = ["markdown", "html", "links", "structure"] as const;
/** The words that an option of this name takes. */
export const choices = {
  BaselineMode: ["rolling", "fixed"],
  ChangeOn: ["picture", "text", "either", "values"],
  DeliveryChannel: ["webhook", "email", "slack", "discord", "teams", "ntfy", "telegram", "apprise"],
  DeliveryStatus: ["pending", "delivered", "failed", "suppressed", "skipped"],
  DiffMode: ["pixel", "perceptual"],
  JobKind: ["render", "batch_item", "scheduled", "crawl_page", "diff"],
  JobStatus: ["queued", "in_progress", "completed", "failed", "cancelled"],
  ScheduleStatus: ["active", "paused", "completed", "cancelled"],
  Visualization: ["overlay", "heatmap", "mask", "none"],
} as const;

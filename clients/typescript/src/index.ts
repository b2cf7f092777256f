export type { Bytes } from "./bytes.ts";
export { Watchframe, type WatchframeOptions } from "./client.ts";
export {
  ApiError,
  ComparisonFailedError,
  ConnectionError,
  JobFailedError,
  TimeoutError,
  WatchframeError,
} from "./errors.ts";
export type { AccountEvent, EventOptions } from "./events/followEvents.ts";
export type * from "./generated/codes.ts";
export type * from "./generated/operations.ts";
export type * from "./generated/shapes.ts";
export type { MonitorOperation } from "./resources/monitors.ts";
export type { RenderRequest } from "./resources/renders.ts";
export { type ImageLink, type ImageSigner, signImageUrl } from "./imageLinks.ts";
export { List, type ListQuery, type Page } from "./list.ts";
export { settingsOf, type ShownSettings, wholeUrlOf } from "./monitorSettings.ts";
export type { CallOptions } from "./transport.ts";
export type { RunOptions, WaitOptions } from "./wait.ts";
export { type ReceivedWebhook, verifyWebhook, WebhookError } from "./webhooks.ts";

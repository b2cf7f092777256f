export { Watchframe, type WatchframeOptions } from "./client.ts";
export { ApiError, ConnectionError, JobFailedError, TimeoutError, WatchframeError } from "./errors.ts";
export type * from "./generated/codes.ts";
export type * from "./generated/shapes.ts";
export { List, type Page } from "./list.ts";
export type { Bytes } from "./resources/renders.ts";
export type { CallOptions } from "./transport.ts";
export type { WaitOptions } from "./wait.ts";
export { type ReceivedWebhook, verifyWebhook, WebhookError } from "./webhooks.ts";

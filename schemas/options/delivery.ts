import { Type } from "typebox";
import { literals, PresetName, Priority, unitKeyword, WebhookSecret } from "../common.ts";
import { retentionMs } from "../settings/retention.ts";
import { described, jobs, option } from "./option.ts";
import { flag } from "./schemas.ts";

const queuedUses = [...jobs, "screenshot", "query", "preset", "reply"] as const;

/** The renders that `cache` takes from the cache. */
export const cacheOptions = {
  cacheTtl: option({
    schema: Type.Integer({
      minimum: 1,
      maximum: retentionMs.cachedRender / 1_000,
      [unitKeyword]: "seconds",
      description: "Seconds that a render of the cache may be old, with `cache`. Default: 24 hours.",
    }),
    label: "Age of cached renders",
    in: queuedUses,
    sameOutputs: true,
  }),
  cacheKey: option({
    schema: Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        "A text that keeps renders apart in the cache, with `cache`: another text makes another render, such as the version of your page.",
    }),
    label: "Key of cached renders",
    in: queuedUses,
  }),
};

/** How a request is handled, and who hears of its end. */
export const delivery = {
  preset: option({
    schema: described(
      PresetName,
      "Name of a preset. Its options count as given, except those that this request gives itself.",
    ),
    label: "Preset",
    in: [...jobs, "screenshot", "link", "monitor"],
    common: true,
    ofOnePage: true,
  }),
  priority: option({
    schema: literals(Priority.enum, {
      default: "normal",
      description: "Captures of a higher priority start first among those that wait.",
    }),
    label: "Priority",
    in: queuedUses,
  }),
  cache: option({
    schema: flag(
      "Reuse the account's newest identical render (same url, options, headers and cookies) of the last 24 hours, at no charge. `cacheTtl` makes that shorter. Without `cache` the page is always rendered. Identical renders that run at the same time are each rendered.",
    ),
    label: "Cache",
    in: queuedUses,
    sameOutputs: true,
  }),
  ...cacheOptions,
  webhookUrl: option({
    schema: Type.String({ maxLength: 2048, pattern: "^https?://" }),
    label: "Address of the webhook",
    in: jobs,
    secret: true,
  }),
  webhookSecret: option({ schema: WebhookSecret, label: "Secret of the webhook", in: jobs, secret: true }),
};

// Generated from the API's routes by `npm run client:generate`. Do not edit.

import { Resource } from "../resource.ts";
import {
  Presets,
  Secrets,
  SignIns,
  AlertTargets,
  MonitorDefaults,
  Proxies,
  Changes,
  Deliveries,
  Recipients,
  Feeds,
  Keys,
  Sessions,
  SigningKeys,
} from "./resources.ts";
import { Renders } from "../resources/renders.ts";
import { Jobs } from "../resources/jobs.ts";
import { Comparisons } from "../resources/comparisons.ts";
import { Batches } from "../resources/batches.ts";
import { Crawls } from "../resources/crawls.ts";
import { Schedules } from "../resources/schedules.ts";
import { Monitors } from "../resources/monitors.ts";
import { Sitemaps } from "../resources/sitemaps.ts";
import type { CallOptions } from "../transport.ts";
import type { Operations } from "./operations.ts";
import type * as api from "./shapes.ts";

/** Every resource of a client. */
export class Resources extends Resource {
  readonly renders = new Renders(this.operations);
  readonly jobs = new Jobs(this.operations);
  readonly comparisons = new Comparisons(this.operations);
  readonly batches = new Batches(this.operations);
  readonly crawls = new Crawls(this.operations);
  readonly schedules = new Schedules(this.operations);
  readonly presets = new Presets(this.operations);
  readonly secrets = new Secrets(this.operations);
  readonly signIns = new SignIns(this.operations);
  readonly alertTargets = new AlertTargets(this.operations);
  readonly monitorDefaults = new MonitorDefaults(this.operations);
  readonly proxies = new Proxies(this.operations);
  readonly monitors = new Monitors(this.operations);
  readonly changes = new Changes(this.operations);
  readonly sitemaps = new Sitemaps(this.operations);
  readonly deliveries = new Deliveries(this.operations);
  readonly recipients = new Recipients(this.operations);
  readonly feeds = new Feeds(this.operations);
  readonly keys = new Keys(this.operations);
  readonly sessions = new Sessions(this.operations);
  readonly signingKeys = new SigningKeys(this.operations);

  /** Credits used and left, and the limits of the plan. */
  readonly usage = this.operations.getUsage;

  /** Credits by day and key. `period` is a month, such as `2026-11`. Default: this month. */
  async usageHistory(
    query: Parameters<Operations["getUsageHistory"]>[0] = {},
    options?: CallOptions,
  ): Promise<api.UsageHistory["days"]> {
    return (await this.operations.getUsageHistory(query, options)).days;
  }
}

export { maintenance } from "./maintenance.ts";
export { reconciler } from "./reconciler.ts";
export { renderJob } from "./renderJob.ts";
export { webhookDelivery } from "./webhookDelivery.ts";

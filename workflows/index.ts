export { hostPace } from "./hostPace.ts";
export { maintenance } from "./maintenance.ts";
export { monitor } from "./monitor.ts";
export { monitorRun } from "./monitorRun.ts";
export { reconciler } from "./reconciler.ts";
export { renderJob } from "./renderJob.ts";
export { renderSchedule } from "./renderSchedule.ts";
export { webhookDelivery } from "./webhookDelivery.ts";

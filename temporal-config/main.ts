import { defaultNamespace } from "./names.ts";
import { setUpTemporal } from "./setup.ts";

// Run once per deploy, before the API and the workers: `node temporal-config/main.ts`.
const address = process.env["WATCHFRAME_TEMPORAL_ADDRESS"];
if (address === undefined || address === "") throw new Error("WATCHFRAME_TEMPORAL_ADDRESS is required, as host:port.");
await setUpTemporal({ address, namespace: process.env["WATCHFRAME_TEMPORAL_NAMESPACE"] ?? defaultNamespace });

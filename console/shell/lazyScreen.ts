import { lazyRouteComponent } from "@tanstack/react-router";
import { checkConnection, untilReachable } from "../api/connection.ts";

/** A screen with code that loads when it is first opened. While the API is away, the screen before it stays. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => load().catch(() => loadAgain(load)), name);

async function loadAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  await checkConnection();
  await untilReachable();
  return load();
}

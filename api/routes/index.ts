import type { Route } from "../route.ts";
import { getStatus } from "./getStatus.ts";
import { live, ready } from "./health.ts";
import { submitRender } from "./submitRender.ts";

/** Every route of the API; a new one is a file here and a line below. */
export const routes: readonly Route[] = [submitRender, getStatus, live, ready];

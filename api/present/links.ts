import type { ApiPorts } from "../ports.ts";

/** What signed addresses are made with. */
export type Links = Pick<ApiPorts, "publicUrl" | "signingKey" | "now">;

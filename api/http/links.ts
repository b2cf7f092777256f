import type { ApiPorts } from "../ports.ts";

/** What signed addresses are made with. */
export type Links = Pick<ApiPorts, "publicUrl" | "signingKey" | "now">;

/** Where a job's status is read. */
export function statusUrl(publicUrl: string, jobId: string): string {
  return new URL(`/status/${jobId}`, publicUrl).href;
}

import type { JobRecord, JobReference } from "#schemas/job.ts";

/** Where a job's status is read. */
export function statusUrl(publicUrl: string, jobId: string): string {
  return new URL(`/status/${jobId}`, publicUrl).href;
}

/** The reply to a job that was accepted. */
export function presentJobReference(publicUrl: string, { _id, status }: JobRecord): JobReference {
  return { success: true, id: _id, status, statusUrl: statusUrl(publicUrl, _id) };
}

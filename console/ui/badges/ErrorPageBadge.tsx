import { Badge } from "./Badge.tsx";

/** Statuses from here on say that the page itself is missing or broken. */
const firstErrorStatus = 400;

/** Whether a page with this HTTP status is an error page. Its picture is not “Done”. */
export function isErrorStatus(statusCode: number | undefined): statusCode is number {
  return statusCode !== undefined && statusCode >= firstErrorStatus;
}

/** The HTTP status of an error page. */
export function ErrorPageBadge({ statusCode }: { statusCode: number }) {
  return <Badge tone="warning">HTTP {statusCode}</Badge>;
}

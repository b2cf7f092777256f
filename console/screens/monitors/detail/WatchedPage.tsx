import { Link } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";

/** The page that a monitor watches: a link if its whole address is shown, else what the account shows of it. */
export function WatchedPage({ monitor: { host, pageUrl } }: { monitor: Pick<Monitor, "host" | "pageUrl"> }) {
  if (pageUrl === undefined)
    return (
      <>
        {host} · <Link to="/keys">Show the whole address</Link>
      </>
    );
  // An ellipsis stands for a value that is left out, so the address would lead elsewhere.
  if (pageUrl.includes("=…")) return <>{pageUrl}</>;
  return (
    <a href={pageUrl} target="_blank" rel="noreferrer">
      {pageUrl}
    </a>
  );
}

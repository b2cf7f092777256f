import { Link } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { titleBeside } from "../../../format/pageTitle.ts";

type Watched = Pick<Monitor, "name" | "host" | "pageUrl" | "pageTitle">;

/** The page that a monitor watches: its title, unless the name says it, and its address. */
export function WatchedPage({ monitor }: { monitor: Watched }) {
  const title = titleBeside(monitor);
  return (
    <>
      {title !== null && `${title} · `}
      <Address monitor={monitor} />
    </>
  );
}

/** A link if the whole address is shown, else what the account shows of it. */
function Address({ monitor: { host, pageUrl } }: { monitor: Watched }) {
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

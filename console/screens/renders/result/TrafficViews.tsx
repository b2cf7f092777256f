import type { ConsoleLine, Har } from "#schemas/extracts/traffic.ts";
import { formatBytes } from "../../../format/numbers.ts";
import { PageLink } from "../../../ui/PageLink.tsx";
import { DataTable } from "./DataTable.tsx";

const levels: Readonly<Record<ConsoleLine["level"], string>> = {
  error: "Error",
  warning: "Warning",
  info: "Info",
  log: "Log",
  debug: "Debug",
};

/** The messages of the page's console as a table. */
export function ConsoleView({ lines }: { lines: ConsoleLine[] }) {
  return (
    <DataTable
      caption="Messages"
      columns={["Level", "Text", "Place"]}
      rows={lines.map(({ level, text, url, line }) => [
        levels[level],
        text,
        url === null ? "—" : `${url}${line === null ? "" : `:${line}`}`,
      ])}
    />
  );
}

/** The page's requests as a table. */
export function RequestsView({ har }: { har: Har }) {
  return (
    <DataTable
      caption="Requests"
      columns={["Status", "Kind", "Address", "Size", "Time"]}
      rows={har.log.entries.map(({ request, response, time, _resourceType }) => [
        response._error ?? String(response.status),
        _resourceType,
        <PageLink key="address" href={request.url} />,
        response.content.size === 0 ? "—" : formatBytes(response.content.size),
        `${Math.round(time)} ms`,
      ])}
    />
  );
}

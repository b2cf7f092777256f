import type { HostFigures } from "#schemas/batch.ts";
import { formatCount } from "../../format/numbers.ts";
import { formatDuration } from "../../format/time.ts";
import { Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Table } from "../../ui/Table.tsx";

const columns = ["Host", "Pages", "Done", "Failed", "Running", "Waiting", "Refusals", "Mean time"];

/** The figures of a batch by host. */
export function HostTable({ hosts }: { hosts: readonly HostFigures[] }) {
  return (
    <Section title="By host">
      <Table caption="Figures by host" columns={columns}>
        {hosts.map(
          ({ host, total, completed, failed, in_progress: running, queued, refusals, backedOffUntil, averageMs }) => (
            <tr key={host}>
              <td>{host}</td>
              <td>{formatCount(total)}</td>
              <td>{formatCount(completed)}</td>
              <td>{formatCount(failed)}</td>
              <td>{formatCount(running)}</td>
              <td>
                {formatCount(queued)}
                {backedOffUntil !== null && (
                  <>
                    {" "}
                    (held back, goes on <RelativeTime at={backedOffUntil} />)
                  </>
                )}
              </td>
              <td title="Pages that the host answered with 429 or 503">{formatCount(refusals)}</td>
              <td>{averageMs === null ? "—" : formatDuration(averageMs)}</td>
            </tr>
          ),
        )}
      </Table>
    </Section>
  );
}

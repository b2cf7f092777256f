import { Link } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { countOf } from "../../format/words.ts";
import { Table } from "../../ui/Table.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { channelKinds, channelTypes } from "../monitors/form/channels.ts";
import { channelGroups } from "./assign.ts";

const services = new Intl.ListFormat("en").format(channelTypes.map((type) => channelKinds[type].label));

/** Monitors that a row names. The rest is a number. */
const maxNamed = 3;

/** The channels of all monitors, by service and host. */
export function Channels({ monitors }: { monitors: readonly Monitor[] }) {
  const groups = channelGroups(monitors);
  if (groups.length === 0) {
    return <EmptyState title="No channels yet">{services} get messages, too.</EmptyState>;
  }
  return (
    <Table caption="Channels" columns={["Service", "Host", "Monitors"]}>
      {groups.map(({ type, host, monitors: having }) => (
        <tr key={`${type} ${host}`}>
          <td>{channelKinds[type].label}</td>
          <td>{host}</td>
          <td>
            {having.slice(0, maxNamed).map(({ id, name }, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <Link to="/monitors/$monitorId" params={{ monitorId: id }} search={{ tab: "settings" }}>
                  {name}
                </Link>
              </span>
            ))}
            {having.length > maxNamed && ` and ${countOf(having.length - maxNamed, "other")}`}
          </td>
        </tr>
      ))}
    </Table>
  );
}

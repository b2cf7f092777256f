import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { allMonitorsQuery } from "../../api/queries.ts";
import { countOf, listOf } from "../../format/words.ts";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Table } from "../../ui/Table.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { BulkOutcome } from "../monitors/BulkOutcome.tsx";
import { useBulkAction } from "../monitors/bulk.ts";
import { channelKinds, channelTypes } from "../monitors/form/channels.ts";
import { type ChannelGroup, channelGroups, removalOf } from "./assign.ts";

const services = listOf(channelTypes.map((type) => channelKinds[type].label));

/** Monitors that a row names. The rest is a number. */
const maxNamed = 3;

/** The channels of all monitors, by service and host. Each row can be removed from all of its monitors. */
export function Channels({ monitors }: { monitors: readonly Monitor[] }) {
  const client = useQueryClient();
  const { act, turns, failures, dismiss } = useBulkAction();
  const removing = useMutation({
    mutationFn: async (group: ChannelGroup) => {
      // The shown list may be older than a change elsewhere, which must not be taken back.
      const latest = channelGroups(await client.fetchQuery(allMonitorsQuery));
      const found = latest.find(({ type, host }) => type === group.type && host === group.host);
      return act(found?.monitors ?? [], removalOf(group));
    },
  });
  const groups = channelGroups(monitors);
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState title="No channels yet">{services} get messages, too.</EmptyState>
      ) : (
        <Table caption="Channels" columns={["Service", "Host", "Monitors", ""]}>
          {groups.map((group) => (
            <Row
              key={`${group.type} ${group.host}`}
              group={group}
              isPending={removing.isPending}
              onRemove={() => removing.mutate(group)}
            />
          ))}
        </Table>
      )}
      <BulkOutcome
        turns={turns}
        failures={failures}
        names={new Map(monitors.map(({ id, name }) => [id, name]))}
        onDismiss={dismiss}
      />
    </>
  );
}

type RowProps = { group: ChannelGroup; isPending: boolean; onRemove: () => void };

function Row({ group: { type, host, monitors }, isPending, onRemove }: RowProps) {
  const { label } = channelKinds[type];
  return (
    <tr>
      <td>{label}</td>
      <td>{host}</td>
      <td>
        {monitors.slice(0, maxNamed).map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <Link to="/monitors/$monitorId" params={{ monitorId: id }} search={{ tab: "settings" }}>
              {name}
            </Link>
          </span>
        ))}
        {monitors.length > maxNamed && ` and ${countOf(monitors.length - maxNamed, "other")}`}
      </td>
      <td>
        <ConfirmButton
          label="Remove"
          name={`Remove ${label} at ${host}`}
          title={`Remove ${label} from ${countOf(monitors.length, "monitor")}?`}
          confirm="Remove"
          size="small"
          isPending={isPending}
          onConfirm={onRemove}
        >
          {host} gets no more messages of {monitors.length === 1 ? "this monitor" : "these monitors"}. The channel’s
          settings are secret. Their deletion cannot be undone.
        </ConfirmButton>
      </td>
    </tr>
  );
}

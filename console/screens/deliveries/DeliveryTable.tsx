import { Link } from "@tanstack/react-router";
import type { Delivery } from "#schemas/events.ts";
import { formatCount } from "../../format/numbers.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Table } from "../../ui/Table.tsx";
import { DeliveryBadge } from "./DeliveryBadge.tsx";
import { describeChannel, describeEvent, resourceOf } from "./words.ts";

type DeliveryTableProps = {
  deliveries: readonly Delivery[];
  /** Whether a column links to what each is about. Default: false. */
  showsAbout?: boolean;
};

/** Webhooks and mails with their state and number of tries. */
export function DeliveryTable({ deliveries, showsAbout = false }: DeliveryTableProps) {
  const about = showsAbout ? ["About"] : [];
  return (
    <Table caption="Deliveries" columns={["Event", ...about, "State", "Channel", "Tries", "Last answer", "Created"]}>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} showsAbout={showsAbout} />
      ))}
    </Table>
  );
}

function Row({ delivery, showsAbout }: { delivery: Delivery; showsAbout: boolean }) {
  const { id, type, attempts, createdAt } = delivery;
  const { path, name } = resourceOf(delivery);
  const last = attempts.at(-1);
  return (
    <tr>
      <td>
        <Link to="/deliveries/$deliveryId" params={{ deliveryId: id }}>
          {describeEvent(type)}
        </Link>
      </td>
      {showsAbout && (
        <td>
          <Link to={path}>{name}</Link>
        </td>
      )}
      <td>
        <DeliveryBadge delivery={delivery} />
      </td>
      <td>{describeChannel(delivery)}</td>
      <td>{formatCount(attempts.length)}</td>
      <td>{last === undefined ? "—" : (last.statusCode ?? "No answer")}</td>
      <td>
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}

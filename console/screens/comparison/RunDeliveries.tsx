import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Delivery } from "#schemas/events.ts";
import { countOf } from "../../format/words.ts";
import { Card } from "../../ui/Page.tsx";
import { DeliveryBadge } from "../deliveries/DeliveryBadge.tsx";
import { deliveriesQuery } from "../deliveries/queries.ts";
import { describeChannel, describeEvent } from "../deliveries/words.ts";
import styles from "./Comparison.module.css";

/** The webhooks and mails about a run, with their state and tries. Nothing for a run without any. */
export function RunDeliveries({ runId }: { runId: string }) {
  const { data } = useInfiniteQuery(deliveriesQuery({ runId }));
  const deliveries = (data?.pages ?? []).flatMap((page) => page.deliveries);
  if (deliveries.length === 0) return null;
  return (
    <Card>
      <section className={styles["regions"]} aria-label="Messages about this run">
        <h3>Messages</h3>
        <ul>
          {deliveries.map((delivery) => (
            <Row key={delivery.id} delivery={delivery} />
          ))}
        </ul>
      </section>
    </Card>
  );
}

function Row({ delivery }: { delivery: Delivery }) {
  const { id, type, attempts } = delivery;
  return (
    <li>
      <DeliveryBadge delivery={delivery} />{" "}
      <Link to="/deliveries/$deliveryId" params={{ deliveryId: id }}>
        {describeChannel(delivery)}
      </Link>
      : {describeEvent(type).toLowerCase()}
      {`, ${countOf(attempts.length, "try", "tries")}`}
    </li>
  );
}

import { DeliveryTable } from "../../deliveries/DeliveryTable.tsx";
import { deliveriesQuery } from "../../deliveries/queries.ts";
import { Listed } from "../../../ui/Listed.tsx";
import { useList } from "../../../api/useList.ts";

/** The webhooks and mails about a monitor, newest first. */
export function MonitorDeliveries({ monitorId }: { monitorId: string }) {
  const query = useList(deliveriesQuery({ resourceId: monitorId }), (page) => page.deliveries);
  return (
    <>
      <Listed
        query={query}
        things="deliveries"
        lines={4}
        empty="Each webhook and mail about this monitor shows here. “Settings” says who gets them."
      >
        {(deliveries) => <DeliveryTable deliveries={deliveries} />}
      </Listed>
    </>
  );
}

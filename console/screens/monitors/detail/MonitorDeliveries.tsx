import { useInfiniteQuery } from "@tanstack/react-query";
import { DeliveryTable } from "../../deliveries/DeliveryTable.tsx";
import { deliveriesQuery } from "../../deliveries/queries.ts";
import { LoadMore } from "../../../ui/LoadMore.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/states.tsx";

/** The webhooks and mails about a monitor, newest first. */
export function MonitorDeliveries({ monitorId }: { monitorId: string }) {
  const query = useInfiniteQuery(deliveriesQuery({ resourceId: monitorId }));
  const deliveries = (query.data?.pages ?? []).flatMap((page) => page.deliveries);
  return (
    <>
      {query.error !== null && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading label="Loading the deliveries" lines={4} />}
      {query.data !== undefined && deliveries.length === 0 && (
        <EmptyState title="No deliveries yet">
          Each webhook and mail about this monitor shows here. “Settings” says who gets them.
        </EmptyState>
      )}
      {deliveries.length > 0 && <DeliveryTable deliveries={deliveries} />}
      <LoadMore query={query} />
    </>
  );
}

import { queryOptions } from "@tanstack/react-query";
import type { DeliveryReply } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";
import type { DeliveryFilter } from "./filter.ts";

/** Milliseconds between polls of a delivery under way. `/events` normally brings the change earlier. */
const activePollMs = 3_000;

/** A delivery with its content. */
export type DeliveryWithBody = DeliveryReply["delivery"];

/** Deliveries, newest first. `resourceId` is the id of what they are about, and `runId` that of a monitor's run. */
export const deliveriesQuery = (filter: DeliveryFilter & { resourceId?: string; runId?: string }) =>
  pagedQuery(["delivery", "list"], { ...filter, limit: 50 }, (query, call) =>
    wf.operations.listDeliveries(query, call),
  );

/** One delivery. It polls while the delivery is under way. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ["delivery", id],
    queryFn: ({ signal }) => wf.deliveries.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? activePollMs : false),
  });

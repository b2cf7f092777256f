import { queryOptions } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { DeliveryList, DeliveryReply } from "#schemas/events.ts";
import { api } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";
import type { DeliveryFilter } from "./filter.ts";

/** Milliseconds between polls of a delivery under way. `/events` normally brings the change earlier. */
const activePollMs = 3_000;

/** A delivery with its content. */
export type DeliveryWithBody = Static<typeof DeliveryReply>["delivery"];

/** Deliveries, newest first. `resourceId` is the id of what they are about, and `runId` that of a monitor's run. */
export const deliveriesQuery = (filter: DeliveryFilter & { resourceId?: string; runId?: string }) =>
  pagedQuery<Static<typeof DeliveryList>>(["delivery", "list"], "/webhook-deliveries", { ...filter, limit: 50 });

/** One delivery. It polls while the delivery is under way. */
export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ["delivery", id],
    queryFn: async ({ signal }): Promise<DeliveryWithBody> =>
      (await api.get<Static<typeof DeliveryReply>>(`/webhook-deliveries/${id}`, { signal })).delivery,
    refetchInterval: ({ state }) => (state.data?.status === "pending" ? activePollMs : false),
  });

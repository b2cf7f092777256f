import { queryOptions } from "@tanstack/react-query";
import type { Static } from "typebox";
import type { Diff, DiffList, DiffReply } from "#schemas/diffReply.ts";
import { api, type Query } from "../../api/client.ts";
import { pagedQuery } from "../../api/queries.ts";

/** Milliseconds between polls of a comparison that runs. `/events` normally brings the change earlier. */
const activePollMs = 2_000;

export const comparisonsQuery = (filter: Query) =>
  pagedQuery<Static<typeof DiffList>>(["diff", "list"], "/render/diff", { limit: 50, ...filter });

/** One comparison. It polls until the comparison has ended. */
export const comparisonQuery = (id: string) =>
  queryOptions({
    queryKey: ["diff", id],
    queryFn: async ({ signal }): Promise<Diff> =>
      (await api.get<Static<typeof DiffReply>>(`/render/diff/${id}`, { signal })).diff,
    refetchInterval: ({ state }) => (state.data?.completedAt === null ? activePollMs : false),
  });

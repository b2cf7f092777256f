import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { BatchRequest } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { jobsQuery } from "../../api/queries.ts";
import { linesOf, withScheme } from "../../format/address.ts";
import { countOf } from "../../format/words.ts";
import { Page } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { notKept, PagesForm } from "../renders/playground/PagesForm.tsx";
import { batchOptionsQuery } from "../renders/playground/schema.ts";
import { textsOf, type Values } from "../renders/playground/values.ts";
import { useCreate } from "../../api/useCreate.ts";
import { batchQuery } from "./queries.ts";

const title = "Render many pages";

/** A new batch: its addresses, and how they are rendered. `from` names a batch to begin with. */
export function NewBatchScreen() {
  const { from } = useSearch({ from: "/shell/batches/new" });
  const { data: options, error: unread, refetch } = useQuery(batchOptionsQuery);
  const { begin, error: missing } = useSource(from);
  const { mutate, isPending, error } = useCreate({
    send: (request: BatchRequest) => wf.batches.create(request),
    kind: "batch",
    done: "The batch has started.",
    screen: ({ batch }) => `/batches/${batch}`,
  });
  const failure = unread ?? missing;
  if (failure !== null) {
    return (
      <Page title={title}>
        <ErrorState error={failure} onRetry={() => void refetch()} />
      </Page>
    );
  }
  const isReady = options !== undefined && begin !== undefined;
  return (
    <Page title={title} about="A batch renders up to 100 pages with the same options. A failed page is refunded.">
      {!isReady && <Loading label="Loading the options" lines={1} height="70vh" />}
      {isReady && (
        <PagesForm
          options={options}
          begin={begin}
          {...(from !== undefined && { about: notKept })}
          pages={{
            name: "urls",
            label: "Addresses",
            placeholder: "example.com/pricing",
            help: "One per line, at most 100.",
            lines: 6,
          }}
          openTitles={["Outputs"]}
          submit="Start the batch"
          back="/batches"
          onSubmit={(urls, body) => mutate({ ...body, urls: linesOf(urls).map(withScheme) })}
          isPending={isPending}
          error={error}
          describeCost={(perPage, { urls = "" }) => {
            const { length } = linesOf(urls);
            const total = `, ${countOf(perPage * length, "credit")} for ${countOf(length, "page")}`;
            return `${countOf(perPage, "credit")} a page${length > 0 ? total : ""}`;
          }}
        />
      )}
    </Page>
  );
}

/** The entries of a batch that is made again: its addresses in their order, and the options of its pages. */
function useSource(from: string | undefined): { begin: Values | undefined; error: Error | null } {
  const enabled = from !== undefined;
  const batch = useQuery({ ...batchQuery(from ?? ""), enabled });
  const { data, error } = useInfiniteQuery({ ...jobsQuery({ batchId: from ?? "", limit: 100 }), enabled });
  if (!enabled) return { begin: {}, error: null };
  // Later ids sort later.
  const jobs = data?.pages.flatMap((page) => page.jobs).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const begin = jobs && { ...textsOf({ ...jobs[0]?.options }), urls: jobs.map(({ url }) => url).join("\n") };
  return { begin, error: batch.error ?? error };
}

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PageElements } from "#schemas/extracts/elements.ts";
import type { Job } from "#schemas/job.ts";
import { wf } from "../api/client.ts";
import { jobQuery } from "../api/queries.ts";
import { withScheme } from "../format/address.ts";
import { jobOutputPath } from "../ui/Picture.tsx";
import { mapOn, type PickMap } from "./map.ts";
import type { PickSource } from "./PickSource.tsx";

/** The request of a capture for picking. It shows the whole page, and gives no other outputs. */
export function pickRequest({ options, url }: PickSource) {
  return {
    ...withoutPart(options),
    url: withScheme(url.trim()),
    ...mappedOutputs,
    extractMetadata: false,
    format: "png" as const,
    fullPage: true,
  };
}

/** The outputs of a capture that elements can be picked on. */
export const mappedOutputs = { screenshot: true, extractElements: true } as const;

/** The options of a capture of the page, without those that show a part of it alone. */
function withoutPart({ selector: _selector, clip: _clip, ...rest }: PickSource["options"]) {
  return rest;
}

/** Notes that a capture with a map shows a page, so that picking needs no other one. */
export function rememberCapture(client: QueryClient, { options, url }: PickSource, job: string): void {
  const whole = withoutPart(options);
  if (Object.keys(whole).length === Object.keys(options).length) client.setQueryData(keyOf({ options, url }), job);
}

const keyOf = (source: PickSource): readonly ["pick", string] => ["pick", JSON.stringify(pickRequest(source))];

const mapQuery = (job: string) =>
  queryOptions({
    queryKey: ["extract", job, "elements"],
    queryFn: async ({ signal }): Promise<{ value: PageElements | undefined }> => {
      const { job: read } = await wf.operations.getStatus(job, { include: ["elements"] }, { signal });
      return { value: read.result?.elements?.value };
    },
    // The value of a completed job never changes.
    staleTime: Infinity,
  });

/** The map of a capture that has one, on its picture. Null without one. */
export function useMapOf(jobId: string): { job: Job | undefined; map: PickMap | null; error: Error | null } {
  const { data: job, error } = useQuery({ ...jobQuery(jobId), enabled: jobId !== "" });
  const picture = job?.result?.screenshot;
  const hasMap = job?.result?.elements !== undefined && picture !== undefined;
  const read = useQuery({ ...mapQuery(jobId), enabled: hasMap });
  const elements = read.data?.value;
  if (job === undefined || picture === undefined || elements === undefined)
    return { job, map: null, error: error ?? read.error };
  const { width, height } = picture;
  const isFull = job.options.fullPage === true;
  return {
    job,
    map: mapOn({ path: jobOutputPath(jobId, "screenshot"), width, height, isFull }, elements),
    error: null,
  };
}

/** Takes the capture that elements are picked on, once per page and options. `job` is empty before. */
export function usePickCapture(source: PickSource) {
  const client = useQueryClient();
  const { data: job = "" } = useQuery<string>({ queryKey: keyOf(source), enabled: false, gcTime: Infinity });
  const taking = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.renders.create(pickRequest(source)),
    onSuccess: ({ id }) => client.setQueryData(keyOf(source), id),
  });
  return { job, take: () => taking.mutate(), isPending: taking.isPending, error: taking.error };
}

import { queryOptions } from "@tanstack/react-query";
import type { JobResult } from "#clients/typescript/src/index.ts";
import type { Colors, Design, Font } from "#schemas/extracts/appearance.ts";
import type { Image, Video } from "#schemas/extracts/media.ts";
import type { Structure } from "#schemas/extracts/structure.ts";
import type { Job } from "#schemas/job.ts";
import type { ExtractName, Link, Metadata } from "#schemas/outputs.ts";
import { wf } from "../../../api/client.ts";

/** The value of each extract. */
export type ExtractValues = {
  metadata: Metadata;
  markdown: string;
  html: string;
  links: Link[];
  images: Image[];
  videos: Video[];
  fonts: Font[];
  colors: Colors;
  structure: Structure;
  design: Design;
};

/** Every extract with the label of its tab, in the order of the tabs. */
export const extractLabels: Readonly<Record<ExtractName, string>> = {
  markdown: "Markdown",
  links: "Links",
  images: "Images",
  videos: "Videos",
  colors: "Colors",
  fonts: "Fonts",
  structure: "Structure",
  design: "Design",
  metadata: "Metadata",
  html: "HTML",
};

/** The extracts that a job has. */
export function extractsOf({ result }: Job): ExtractName[] {
  return extractNames.filter((name) => result?.[name] !== undefined);
}

const extractNames: readonly ExtractName[] = [
  "markdown",
  "links",
  "images",
  "videos",
  "colors",
  "fonts",
  "structure",
  "design",
  "metadata",
  "html",
];

/** Reads the value of each extract from a result that includes it. */
const readers: { [Name in ExtractName]: (result: JobResult) => ExtractValues[Name] | undefined } = {
  metadata: ({ metadata }) => metadata?.value,
  markdown: ({ markdown }) => markdown?.value,
  html: ({ html }) => html?.value,
  links: ({ links }) => links?.value,
  images: ({ images }) => images?.value,
  videos: ({ videos }) => videos?.value,
  fonts: ({ fonts }) => fonts?.value,
  colors: ({ colors }) => colors?.value,
  structure: ({ structure }) => structure?.value,
  design: ({ design }) => design?.value,
};

/** The value of one extract of a completed job. It never changes. */
export const extractQuery = <Name extends ExtractName>(jobId: string, name: Name) =>
  queryOptions({
    queryKey: ["extract", jobId, name],
    queryFn: async ({ signal }): Promise<ExtractValues[Name] | null> => {
      const { job } = await wf.operations.getStatus(jobId, { include: [name] }, { signal });
      return job.result === undefined ? null : (readers[name](job.result) ?? null);
    },
    staleTime: Infinity,
  });

import { type Static, Type } from "typebox";
import type { DiffPicture } from "#schemas/diff.ts";
import { Box, DiffMode } from "#schemas/diff.ts";
import { DiffRequest } from "#schemas/diffRequest.ts";
import type { Diff, DiffReply } from "#schemas/diffReply.ts";
import type { JobReference } from "#schemas/job.ts";
import { argumentFailure, hasEnded, linkBlock, maxWaitSeconds, pollUntil } from "../jobs.ts";
import { readPicture, sliceCount, sliceOfRow } from "../pictures.ts";
import { factsBlock, failedResult, saidBlocks } from "../results.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { captureOptions, hints, toFields } from "./shapes.ts";

/** Maximum number of changed areas in a result, largest first. */
export const maxAreas = 20;

const source = (which: string) =>
  Type.String({ maxLength: 2_048, description: `The page or picture ${which}: an address, or a job_id.` });
const { threshold } = DiffRequest.properties;

/** A comparison of two pages. */
export const compare = defineTool({
  name: "watchframe_compare",
  title: "Compare two pages",
  description:
    "Compares two pages, or two earlier screenshots by their job_ids: whether they differ, where, and a drawing of the changes. To watch a page over time use watchframe_create_monitor. Costs one credit.",
  scopes: ["render"],
  annotations: hints.capture,
  arguments: Type.Object(
    {
      before: source("before"),
      after: source("after"),
      mode: Type.Optional(Type.Enum(DiffMode.enum, { type: "string", default: "perceptual" })),
      visualization: Type.Optional(
        Type.Enum(["overlay", "heatmap", "mask", "none"], { type: "string", default: "overlay" }),
      ),
      threshold: Type.Optional(threshold),
      ignore_regions: Type.Optional(
        Type.Array(Box, { maxItems: 50, description: "Areas to ignore, in pixels of the pictures." }),
      ),
      full_page: Type.Optional(Type.Boolean({ description: "Capture whole pages. Default: true." })),
      ...captureOptions,
    },
    { additionalProperties: false },
  ),
  names: {
    "before.jobId": "before",
    "before.url": "before",
    "after.jobId": "after",
    "after.url": "after",
    capture: "",
  },
  async run(
    { before, after, mode, visualization, threshold: minimum, ignore_regions: ignoreRegions, ...capture },
    context,
  ) {
    const body = {
      ...toFields({ before: sourceOf("before", before), after: sourceOf("after", after), mode, visualization }),
      ...toFields({ threshold: minimum, ignore_regions: ignoreRegions }),
      ...(Object.keys(capture).length > 0 && { capture: toFields(capture) }),
    };
    const { id } = await context.api.json<JobReference>({
      method: "POST",
      path: "/render/diff",
      body,
      idempotent: true,
    });
    const diff = await pollUntil(context, maxWaitSeconds, async (wait) => {
      const reply = await context.api.json<Static<typeof DiffReply>>({
        method: "GET",
        path: `/render/diff/${id}`,
        query: { wait },
      });
      return { value: reply.diff, ended: hasEnded(reply.diff) };
    });
    return resultOf(context, diff);
  },
});

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function sourceOf(name: string, text: string) {
  if (uuid.test(text)) return { jobId: text };
  if (/^https?:\/\//.test(text)) return { url: text };
  throw argumentFailure(name, "must be a job_id, or an address that starts with http:// or https://");
}

async function resultOf(context: ToolContext, diff: Static<typeof Diff>) {
  const { id, status, credits, error, result } = diff;
  const facts = { job_id: id, status, credits };
  if (error !== undefined) return failedResult({ ...facts, error: error.code }, { message: error.message });
  if (result === undefined) {
    const next = "Call watchframe_get_job with this job_id and wait_seconds, then watchframe_get_output.";
    return [factsBlock({ ...facts, next })];
  }
  const { changed, differenceRatio, changedPixels, comparedPixels, regions, visualization } = result;
  const findings = { changed, difference_ratio: differenceRatio, changed_pixels: changedPixels };
  const areas = { region_count: regions.length, regions: regions.slice(0, maxAreas) };
  const pages = { before: pageOf(result.before), after: pageOf(result.after) };
  return [
    factsBlock({ ...facts, ...findings, compared_pixels: comparedPixels, ...areas, ...sizesOf(result) }),
    ...(visualization === null
      ? []
      : await drawingBlocks(context, { id, drawing: visualization, row: regions[0]?.y ?? 0 })),
    ...saidBlocks(pages),
  ];
}

const sizeOf = ({ width, height }: DiffPicture) => ({ width, height });

function sizesOf({
  before,
  after,
  visualization,
}: Record<"before" | "after", DiffPicture> & { visualization: DiffPicture | null }) {
  const drawing =
    visualization === null ? {} : { visualization: { ...sizeOf(visualization), slices: sliceCount(visualization) } };
  return { before: sizeOf(before), after: sizeOf(after), ...drawing };
}

const pageOf = ({ page }: DiffPicture) =>
  page === undefined ? null : { title: page.title, final_url: page.finalUrl, status_code: page.statusCode };

type Drawing = { id: string; drawing: DiffPicture; row: number };

/** The slice of a drawing with its largest change, and a link to the whole of it. */
async function drawingBlocks({ api, pictures }: ToolContext, { id, drawing, row }: Drawing) {
  const picture = { ...drawing, path: `/jobs/${id}/outputs/visualization` };
  return [
    ...(await readPicture(api, picture, { format: pictures, slice: sliceOfRow(picture, row) })),
    linkBlock({ uri: drawing.url, name: "visualization", mimeType: drawing.contentType }),
  ];
}

import type { ContentBlock } from "@modelcontextprotocol/server";
import { type Static, Type } from "typebox";
import type { MonitorReply } from "#schemas/monitor/replies.ts";
import type { ReadValues } from "#schemas/values.ts";
import type { MonitorRun, RunReply } from "#schemas/monitor/run.ts";
import { argumentFailure, linkBlock, pollUntil } from "../jobs.ts";
import { readPicture, sliceCount, sliceOfRow } from "../pictures.ts";
import { factsBlock, saidBlocks } from "../results.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { maxAreas } from "./comparisons.ts";
import { hints, id, waitSeconds } from "./shapes.ts";

const views = ["before", "after", "overlay"] as const;
type View = (typeof views)[number];

/** A change of a monitored page. */
export const getChange = defineTool({
  name: "watchframe_get_change",
  title: "Get a change of a monitored page",
  description:
    "Shows a run of a monitor beside its baseline: where the page changed, what the changed regions say, and pictures. Without run_id it shows the run that opened the open change. Free.",
  scopes: ["read", "monitor"],
  annotations: hints.read,
  arguments: Type.Object(
    {
      monitor_id: id("The monitor."),
      run_id: Type.Optional(id("Default: the run of the open change.")),
      wait_seconds: waitSeconds,
      views: Type.Optional(
        Type.Array(Type.Enum([...views], { type: "string" }), {
          uniqueItems: true,
          description: "Pictures to show. Default: all three.",
        }),
      ),
      slice: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000,
          description: "Slice of tall pictures. Default: that of the largest change.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  async run(
    { monitor_id: monitor, run_id: given, wait_seconds: seconds, views: wantedViews = [...views], slice },
    context,
  ) {
    const runId = given ?? (await runOfOpenChange(context, monitor));
    const run = await pollUntil(context, seconds, async () => {
      const reply = await context.api.json<Static<typeof RunReply>>({ method: "GET", path: runPath(monitor, runId) });
      return { value: reply.run, ended: reply.run.completedAt !== undefined || reply.run.status === "skipped" };
    });
    return [
      factsBlock(runFacts(run)),
      ...(await pictureBlocks(context, run, { wantedViews, slice })),
      ...pageBlocks(run),
    ];
  },
});

function runPath(monitor: string, run: string): string {
  return `/render/monitors/${encodeURIComponent(monitor)}/runs/${encodeURIComponent(run)}`;
}

async function runOfOpenChange({ api }: ToolContext, monitor: string): Promise<string> {
  const path = `/render/monitors/${encodeURIComponent(monitor)}`;
  const reply = await api.json<Static<typeof MonitorReply>>({ method: "GET", path });
  const { incident } = reply.monitor;
  if (incident === null) throw argumentFailure("run_id", "is required, because the monitor has no open incident");
  return incident.runId;
}

function runFacts({
  id: runId,
  monitorId,
  status,
  trigger,
  reason,
  createdAt,
  comparedToRunId,
  result,
  error,
}: MonitorRun) {
  return {
    monitor_id: monitorId,
    run_id: runId,
    status,
    trigger,
    ...(reason !== undefined && { reason }),
    created_at: createdAt,
    ...(comparedToRunId !== undefined && { compared_to_run_id: comparedToRunId }),
    ...(error !== undefined && { error: error.code, retryable: error.retryable }),
    ...(result !== undefined && findingsOf(result)),
  };
}

type RunResult = NonNullable<MonitorRun["result"]>;

function findingsOf({
  changed,
  transient,
  unconfirmed,
  differenceRatio,
  threshold,
  regions,
  ...otherFields
}: RunResult) {
  return {
    changed,
    transient,
    unconfirmed,
    difference_ratio: differenceRatio,
    threshold,
    page_status_code: otherFields.page.statusCode,
    ...(otherFields.text !== undefined && {
      added_words: otherFields.text.addedWords,
      removed_words: otherFields.text.removedWords,
    }),
    ...(regions !== undefined && {
      region_count: regions.length,
      // The labels of areas are the page's words: see the untrusted block.
      regions: regions.slice(0, maxAreas).map(({ region: _region, ...area }) => area),
    }),
    ...(otherFields.page.warnings !== undefined && { warnings: otherFields.page.warnings }),
    ...(otherFields.screenshot !== undefined && { picture: sizesOf(otherFields.screenshot) }),
  };
}

function sizesOf(picture: NonNullable<RunResult["screenshot"]>) {
  return { width: picture.width, height: picture.height, slices: sliceCount(picture) };
}

/** Maximum number of the page's regions in a result. */
const maxRegions = 40;

/** The page's title, its values and those that alerted, its changed words, and the sentence of an error about it. */
function pageBlocks({ result, error }: MonitorRun): ContentBlock[] {
  if (result === undefined) return saidBlocks({ message: error?.message });
  const { page, regions = [], pageRegions = [], text, conditions, values } = result;
  const areas = regions
    .slice(0, maxAreas)
    .flatMap(({ region }, index) => (region === undefined ? [] : [{ index, region }]));
  const changes = pageRegions.slice(0, maxRegions).map(({ status, role, label, previousLabel, within }) => ({
    status,
    role,
    label,
    previous_label: previousLabel,
    within,
  }));
  const message = error?.message;
  const readings = values === undefined ? undefined : readingsOf(values);
  return saidBlocks({ title: page.title, values: readings, conditions, areas, changes, text: text?.changes, message });
}

/** The values as they are on the page; of a value that could not be read, the reason. */
function readingsOf(values: ReadValues): Record<string, unknown> {
  const readings = Object.entries(values);
  return Object.fromEntries(
    readings.map(([name, { value, text, reason }]) => [name, value === null ? { reason } : (text ?? value)]),
  );
}

type Shown = { wantedViews: readonly View[]; slice: number | undefined };

async function pictureBlocks({ api, pictures }: ToolContext, run: MonitorRun, { wantedViews, slice }: Shown) {
  const { result } = run;
  if (result === undefined) return [];
  const base = { monitor: run.monitorId, run: run.id };
  const places: Record<View, { file: typeof result.screenshot | undefined; run: string; name: string }> = {
    before: { file: result.baselineScreenshot, run: run.comparedToRunId ?? run.id, name: "screenshot" },
    after: { file: result.screenshot, run: run.id, name: "screenshot" },
    overlay: { file: result.visualization, run: run.id, name: "visualization" },
  };
  const blocks: ContentBlock[] = [];
  for (const view of wantedViews) {
    const { file, run: of, name } = places[view];
    if (file === undefined) continue;
    const picture = { ...file, path: `${runPath(base.monitor, of)}/outputs/${name}` };
    const place = Math.min(slice ?? sliceOfRow(picture, result.regions?.[0]?.y ?? 0), sliceCount(picture) - 1);
    const mimeType = file.format === "png" ? "image/png" : "image/jpeg";
    blocks.push({ type: "text", text: JSON.stringify({ picture: view, slice: place, slices: sliceCount(picture) }) });
    blocks.push(...(await readPicture(api, picture, { format: pictures, slice: place })));
    blocks.push(linkBlock({ uri: file.url, name: `${view}.${file.format}`, mimeType }));
  }
  return blocks;
}

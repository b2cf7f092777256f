import type { Job } from "#schemas/job.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import type { DemoClient } from "../client.ts";

/** A picture as a `data:` address, with its size in pixels. */
export type EmbeddedPicture = { source: string; width: number; height: number };

/** Everything that the report shows. Texts are the page's own and hostile. */
export type ReportContents = {
  title: string;
  url: string;
  statusCode: number;
  /** Milliseconds of the render. */
  totalMs: number;
  picture: EmbeddedPicture | null;
  change: ChangeContents | null;
};

/** The change that the monitor found. The pictures show the first rows of the page. */
export type ChangeContents = {
  before: EmbeddedPicture;
  after: EmbeddedPicture;
  /** The picture after, with changed pixels tinted. */
  overlay: EmbeddedPicture;
  /** Share of the compared pixels, 0 to 1. */
  differenceRatio: number;
  areas: { status: string; name: string }[];
};

type Picture = { url: string; width: number; height: number };

/** Reads the outputs of a render and of the run with the change. Null for a page that no monitor watches. */
export async function readContents(client: DemoClient, job: Job, run: MonitorRun | null): Promise<ReportContents> {
  const { page, timings, screenshot } = job.result ?? {};
  return {
    title: page?.title ?? "",
    url: page?.finalUrl ?? job.url,
    statusCode: page?.statusCode ?? 0,
    totalMs: timings?.total ?? 0,
    picture: screenshot ? await embed(client, screenshot) : null,
    change: run === null ? null : await readChange(client, run),
  };
}

async function readChange(client: DemoClient, { result }: MonitorRun): Promise<ChangeContents | null> {
  const { screenshot, baselineScreenshot, visualization, differenceRatio = 0, regions = [] } = result ?? {};
  if (!screenshot || !baselineScreenshot || !visualization) return null;
  const [before, after, overlay] = await Promise.all([
    embedTop(client, baselineScreenshot),
    embedTop(client, screenshot),
    embedTop(client, visualization),
  ]);
  const areas = regions.map(({ status, region, y }) => ({ status, name: region ?? `the rows from ${y} on` }));
  return { before, after, overlay, differenceRatio, areas };
}

/** The whole picture as it was captured, because no other format takes every height. */
async function embed(client: DemoClient, { url, width, height }: Picture): Promise<EmbeddedPicture> {
  const bytes = await client.bytes(url);
  const type = bytes[0] === 0x89 ? "png" : "jpeg";
  return { source: `data:image/${type};base64,${bytes.toString("base64")}`, width, height };
}

/** Rows of a slice of a picture, by the API. */
const sliceRows = 2_048;

/** The first slice of a picture as webp. */
async function embedTop(client: DemoClient, { url, width, height }: Picture): Promise<EmbeddedPicture> {
  const address = new URL(url);
  address.searchParams.set("slice", "0");
  address.searchParams.set("as", "webp");
  const bytes = await client.bytes(address.href);
  const source = `data:image/webp;base64,${bytes.toString("base64")}`;
  return { source, width, height: Math.min(height, sliceRows) };
}

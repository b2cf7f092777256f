import { CancellationScope } from "@temporalio/workflow";
import type { DiffSide, DiffSourceSpec, DiffSpec } from "#schemas/diff.ts";
import type { DiffOutcome } from "#schemas/job.ts";
import type { OutputRecord, PageInfo } from "#schemas/outputs.ts";
import type { RenderJobInput } from "#orders/inputs.ts";
import { browserFor, comparerFor, picturesFor } from "./proxies.ts";
import { withSignIn } from "./withSignIn.ts";
import { withSlot } from "./withSlot.ts";

/** A picture in the service's own bucket. `own` means that this job stored it. */
type SourcePicture = { output: OutputRecord; own: boolean; startedAt: string | null; page?: PageInfo };

/** Gets both pictures in parallel and compares them. If one fails, the other is cancelled. */
export async function compareSources(input: RenderJobInput, diff: DiffSpec): Promise<DiffOutcome> {
  const [before, after] = await bothOrNone([
    () => getPicture(input, diff, "before"),
    () => getPicture(input, diff, "after"),
  ]);
  const { compareCaptures } = comparerFor({ summary: `${diff.mode} comparison` });
  const { accountId, jobId, attempt, acceptedAt } = input;
  const [startedAt = null] = [before.startedAt, after.startedAt].filter((instant) => instant !== null).toSorted();
  const { mode, visualization, threshold, ignoreRegions } = diff;
  const outcome = await compareCaptures({
    accountId,
    jobId,
    attempt,
    acceptedAt,
    startedAt,
    before: before.output,
    after: after.output,
    rules: { mode, visualization, threshold, ignoreRegions },
  });
  const own = [before, after].flatMap(({ output, own: ours }) => (ours ? [output] : []));
  const pages = { ...(before.page && { before: before.page }), ...(after.page && { after: after.page }) };
  return { ...outcome, pages, outputs: [...own, ...outcome.outputs] };
}

async function bothOrNone<Result>(
  work: readonly [() => Promise<Result>, () => Promise<Result>],
): Promise<[Result, Result]> {
  const scope = new CancellationScope();
  try {
    return await scope.run(() => Promise.all([work[0](), work[1]()]));
  } catch (error) {
    scope.cancel();
    throw error;
  }
}

function getPicture(input: RenderJobInput, diff: DiffSpec, side: DiffSide): Promise<SourcePicture> {
  const source = diff[side];
  switch (source.kind) {
    case "page":
      return capture(input, source, side);
    case "image":
      return fetchImage(input, source, side);
    case "job":
    case "run":
      return Promise.resolve({ output: source.output, own: false, startedAt: null });
  }
}

type Source<Kind extends DiffSourceSpec["kind"]> = Extract<DiffSourceSpec, { kind: Kind }>;

async function capture(input: RenderJobInput, { url, host }: Source<"page">, side: DiffSide): Promise<SourcePicture> {
  const { captureRender } = browserFor({ seconds: input.spec.timeout, summary: `capture ${side}: ${host}` });
  const { accountId, jobId, acceptedAt } = input;
  const leaseId = `${jobId}-${side}`;
  const { outputs, startedAt, page } = await withSignIn(() =>
    withSlot({ accountId, host: null, leaseId, since: acceptedAt }, () =>
      captureRender({ ...input, host, spec: { ...input.spec, url }, leaseId }),
    ),
  );
  const screenshot = outputs.find(({ name }) => name === "screenshot");
  if (screenshot === undefined) throw new Error("The capture has no screenshot.");
  return { output: { ...screenshot, name: side }, own: true, startedAt, page };
}

async function fetchImage(
  { jobId, attempt, accountId, spec: { proxy } }: RenderJobInput,
  { url, host }: Source<"image">,
  side: DiffSide,
): Promise<SourcePicture> {
  const { fetchPicture } = picturesFor({ summary: `fetch ${side}: ${host}` });
  return {
    ...(await fetchPicture({
      jobId,
      attempt,
      url,
      side,
      ...(proxy !== undefined && { through: { accountId, proxy } }),
    })),
    own: true,
  };
}

import { type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Diff } from "../../../typescript/src/index.ts";
import { toAddress } from "../addresses.ts";
import { addCaptureFlags } from "../captureFlags.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { readFor } from "../fileKinds.ts";
import { forceOption, save, type Target } from "../files.ts";
import { toShare } from "../optionValues.ts";
import { Progress } from "../progress.ts";
import { choices } from "../generated/choices.ts";

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

type Source = { jobId: string } | { runId: string } | { url: string } | { imageUrl: string };
type Area = { x: number; y: number; width: number; height: number };

export function addDiff(program: CommandUnknownOpts, cli: Cli): void {
  const diff = program
    .command("diff")
    .summary("compare two pages or pictures")
    .description("Compares two pages, renders, runs or pictures. It exits with 10 if they differ.")
    .argument("<before>", "address of a page, id of a render, run:<id>, or picture:<address>", toSource)
    .argument("<after>", "the same, for what is compared with it", toSource)
    .addOption(new Option("--mode <mode>").choices(choices.DiffMode))
    .addOption(new Option("--visualization <kind>").choices(choices.Visualization))
    .option("--threshold <ratio>", "share of the pixels that must differ, 0 to 1 or in percent, such as 5%", toShare)
    .option("--ignore <x,y,width,height>", "area to leave out, in pixels of the pictures; may be repeated", toAreas)
    .option("-o, --output <place>", "file or folder for the drawing of the changes; - is standard output")
    .addOption(forceOption);
  const readCapture = addCaptureFlags(diff, "comparison");
  diff.action(async (before, after, { mode, visualization, threshold, ignore, ...target }) => {
    const capture = await readCapture(cli);
    const progress = new Progress(cli);
    const request = {
      before,
      after,
      ...(mode && { mode }),
      ...(visualization && { visualization }),
      ...(threshold !== undefined && { threshold }),
      ...(ignore && { ignoreRegions: ignore }),
      ...(Object.keys(capture).length > 0 && { capture }),
    };
    const onUpdate = ({ stage }: Diff) => void progress.show(stage);
    const result = await cli.client.comparisons
      .run(request, { ...cli.waiting, onUpdate })
      .finally(() => progress.clear());
    await printDiff(cli, result, target);
    if (result.result?.changed === true) cli.outcome = "changed";
  });
}

async function printDiff(cli: Cli, diff: Diff, target: Target): Promise<void> {
  const { id: jobId, result } = diff;
  const drawing =
    target.output === undefined || !result?.visualization
      ? null
      : await readFor(target.output, (query) =>
          cli.client.operations.getOutput(jobId, "visualization", query, { signal: cli.io.signal }),
        );
  const file = drawing === null ? null : await save(cli, drawing, { ...target, name: `diff-${jobId}` });
  // The bytes of the drawing are then all of standard output.
  if (target.output === "-") return;
  await cli.print({ ...diff, ...(file !== null && { file }) }, () => describe(diff, file));
}

function describe({ result }: Diff, file: string | null): string {
  if (result === undefined) return "";
  const { changed, differenceRatio, regions, regionsTruncated } = result;
  const percent = `${(differenceRatio * 100).toPrecision(3)} %`;
  const areas = regions.map(({ x, y, width, height, status }) => `${status} ${width} × ${height} at ${x}, ${y}`);
  return [
    changed ? `changed: ${percent} of the pixels` : `not changed (${percent} of the pixels differ)`,
    ...areas.map((area) => `  ${area}`),
    ...(regionsTruncated ? ["  and more"] : []),
    ...(file === null ? [] : [file]),
  ].join("\n");
}

function toSource(word: string): Source {
  if (id.test(word)) return { jobId: word };
  const [kind = "", rest] = word.split(/:(.*)/s);
  if (kind === "run" && rest !== undefined) return { runId: rest };
  if (kind === "picture" && rest !== undefined) return { imageUrl: toAddress(rest) };
  try {
    return { url: toAddress(word) };
  } catch (error) {
    if (error instanceof CliError) throw new InvalidArgumentError("It is no address, and no id of a render.");
    throw error;
  }
}

/** Reads one area, and adds it to the ones before it. */
function toAreas(text: string, before: Area[] | undefined): Area[] {
  const [x, y, width, height, ...rest] = text.split(",").map(Number);
  const isArea = [x, y, width, height].every((part) => Number.isInteger(part)) && rest.length === 0;
  if (!isArea || x === undefined || y === undefined || width === undefined || height === undefined) {
    throw new InvalidArgumentError("It must be four whole numbers: x,y,width,height.");
  }
  return [...(before ?? []), { x, y, width, height }];
}

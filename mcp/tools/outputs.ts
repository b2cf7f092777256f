import type { ContentBlock } from "@modelcontextprotocol/server";
import { type Static, Type } from "typebox";
import type { StatusReply } from "#schemas/job.ts";
import { OutputNameParam, stepOutput } from "#schemas/outputs.ts";
import { fileOutputs } from "#schemas/renders/files.ts";
import type { Api } from "../api.ts";
import { argumentFailure, jobFacts, pageBlocks, screenshotBlocks, unfinishedResult, waitForJob } from "../jobs.ts";
import { readPicture, sliceCount } from "../pictures.ts";
import { factsBlock, partOfText, untrustedBlock } from "../results.ts";
import { defineTool, type ToolContext } from "../tool.ts";
import { hints, id, slice, textRange, waitSeconds } from "./shapes.ts";

/** A job's state and results. */
export const getJob = defineTool({
  name: "watchframe_get_job",
  title: "Get a job",
  description:
    "Says how far a job is and, at its end, which outputs it has; includes the first slice of its screenshot on request. Read outputs with watchframe_get_output. Free.",
  scopes: ["read", "render"],
  annotations: hints.read,
  arguments: Type.Object(
    {
      job_id: id("job_id of another tool's result."),
      wait_seconds: waitSeconds,
      include_screenshot: Type.Boolean({ default: false }),
    },
    { additionalProperties: false },
  ),
  async run({ job_id: jobId, wait_seconds: seconds, include_screenshot: withPicture }, context) {
    const job = await waitForJob(context, jobId, seconds);
    const pictures = withPicture ? await screenshotBlocks(context, job, 0) : [];
    return unfinishedResult(job) ?? [factsBlock(jobFacts(job)), ...pictures, ...pageBlocks(job)];
  },
});

/** One output of a job. */
export const getOutput = defineTool({
  name: "watchframe_get_output",
  title: "Get one output of a job",
  description:
    "Reads one output of a job that has ended: a part of a text from an offset, a slice of a picture, or the address of a PDF or a recording. Free.",
  scopes: ["read", "render"],
  annotations: hints.read,
  arguments: Type.Object(
    { job_id: id("job_id of another tool's result."), name: OutputNameParam, ...textRange, slice },
    { additionalProperties: false },
  ),
  async run({ job_id: jobId, name, offset, max_characters: maxCharacters, slice: place }, context) {
    const file = fileOutputs.find((output) => output === name);
    if (file !== undefined && file !== "screenshot")
      return [factsBlock({ job_id: jobId, name, ...(await readFileFacts(context, jobId, file)) })];
    const picture = await findPicture(context, jobId, name);
    if (picture === null) {
      const { facts, blocks } = await readTextOutput(context.api, { id: jobId, name, offset, maxCharacters });
      return [factsBlock({ job_id: jobId, name, ...facts }), ...blocks];
    }
    const slices = sliceCount(picture);
    if (place >= slices) throw argumentFailure("slice", `must be at most ${slices - 1}: the picture has ${slices}`);
    const facts = { job_id: jobId, name, width: picture.width, height: picture.height, slices, slice: place };
    return [
      factsBlock(facts),
      ...(await readPicture(context.api, picture, { format: context.pictures, slice: place })),
    ];
  },
});

/** A PDF or a recording is no text, so the tool gives its address. */
async function readFileFacts(
  { api }: ToolContext,
  jobId: string,
  name: Exclude<(typeof fileOutputs)[number], "screenshot">,
) {
  const { job } = await api.json<Static<typeof StatusReply>>({ method: "GET", path: `/status/${jobId}` });
  const file = job.result?.[name];
  if (file === undefined) throw argumentFailure("name", "must be an output that the job has");
  const { url, expiresAt, sha256: _sha256, location: _location, ...facts } = file;
  return { url, expires_at: expiresAt, ...facts };
}

/** A picture of a render or of a comparison; null if the output is a text. */
async function findPicture({ api }: ToolContext, jobId: string, name: string) {
  const path = `/jobs/${encodeURIComponent(jobId)}/outputs/${name}`;
  const { job } = await api.json<Static<typeof StatusReply>>({ method: "GET", path: `/status/${jobId}` });
  const ofSteps = job.result?.stepPictures ?? [];
  const taken = Object.fromEntries(ofSteps.map((picture) => [stepOutput(picture.name), picture]));
  const pictures = new Map(
    Object.entries({ ...taken, ...job.diff, screenshot: job.result?.screenshot, failure: job.error?.picture }),
  );
  const found = pictures.get(name);
  if (typeof found !== "object" || found === null || !("width" in found)) return null;
  return { path, width: found.width, height: found.height };
}

type TextOrder = { id: string; name: string; offset: number; maxCharacters: number };

/** A part of a text output, which the page wrote, and facts about the part. @throws WatchframeError */
export async function readTextOutput(api: Api, { id: jobId, name, offset, maxCharacters }: TextOrder) {
  const { bytes } = await api.bytes({ method: "GET", path: `/jobs/${encodeURIComponent(jobId)}/outputs/${name}` });
  const text = new TextDecoder().decode(bytes);
  if (offset > 0 && offset >= text.length)
    throw argumentFailure("offset", `must be below ${text.length}, the number of characters`);
  const { part, nextOffset } = partOfText(text, { offset, maxCharacters });
  const blocks: ContentBlock[] = [untrustedBlock(part)];
  return { facts: { characters: text.length, offset, next_offset: nextOffset }, blocks };
}

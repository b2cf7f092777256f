import { Type } from "typebox";
import { literals } from "#schemas/common.ts";
import { clientOptions } from "#schemas/options/index.ts";
import { extractFlag, extractNames, isExtract } from "#schemas/extracts/extracts.ts";
import { fileOutputs } from "#schemas/renders/files.ts";
import { jobFacts, pageBlocks, renderAndWait, screenshotBlocks, unfinishedResult } from "../jobs.ts";
import { factsBlock } from "../results.ts";
import { defineTool } from "../tool.ts";
import { readTextOutput } from "./outputs.ts";
import { captureOptions, hints, pageUrl, slice, textRange, toFields } from "./shapes.ts";

/** A picture of a page. */
export const screenshot = defineTool({
  name: "watchframe_screenshot",
  title: "Take a screenshot",
  description:
    "Shows a page as a picture, with a link to the whole file. A tall page comes in slices: read further ones with watchframe_get_output, at no charge. For text use watchframe_read_page. Costs one credit.",
  scopes: ["render"],
  annotations: hints.capture,
  arguments: Type.Object(
    {
      url: pageUrl,
      full_page: Type.Optional(Type.Boolean({ default: false, description: "The whole scrollable page." })),
      ...captureOptions,
      scroll_to_element: Type.Optional(
        Type.String({ minLength: 1, maxLength: 512, description: "CSS selector to bring into view." }),
      ),
      slice,
    },
    { additionalProperties: false },
  ),
  async run({ slice: place, ...options }, context) {
    const job = await renderAndWait(context, { ...toFields(options), screenshot: true, extractMetadata: false });
    const unfinished = unfinishedResult(job);
    if (unfinished !== null) return unfinished;
    return [
      factsBlock({ ...jobFacts(job), slice: place }),
      ...(await screenshotBlocks(context, job, place)),
      ...pageBlocks(job),
    ];
  },
});

const readFormats = {
  markdown: "extractMarkdown",
  html: "extractHtml",
  links: "extractLinks",
  metadata: "extractMetadata",
};

/** The content of a page. */
export const readPage = defineTool({
  name: "watchframe_read_page",
  title: "Read a page",
  description:
    "Reads a page after its scripts have run: its main content as markdown, or its HTML, links or metadata. A long text comes in parts: pass next_offset to watchframe_get_output with the job_id, at no charge. For the look of a page use watchframe_screenshot. Costs one credit.",
  scopes: ["render"],
  annotations: hints.capture,
  arguments: Type.Object(
    {
      url: pageUrl,
      format: literals(["markdown", "html", "links", "metadata"], { default: "markdown" }),
      ...textRange,
      wait_until: captureOptions.wait_until,
      block_cookie_banners: captureOptions.block_cookie_banners,
    },
    { additionalProperties: false },
  ),
  async run({ format, offset, max_characters: maxCharacters, ...options }, context) {
    // Markdown's job also keeps the metadata, and each of the other formats alone.
    const flags = { screenshot: false, extractMetadata: false, [readFormats[format]]: true };
    // A further part belongs to the same capture, which the cache has.
    const job = await renderAndWait(context, { ...toFields(options), ...flags, cache: offset > 0 });
    const unfinished = unfinishedResult(job);
    if (unfinished !== null) return unfinished;
    const { facts, blocks } = await readTextOutput(context.api, { id: job.id, name: format, offset, maxCharacters });
    return [factsBlock({ ...jobFacts(job), ...facts }), ...pageBlocks(job), ...blocks];
  },
});

/** A render with any options. */
export const render = defineTool({
  name: "watchframe_render",
  title: "Render a page into several outputs",
  description:
    "Starts a render with several outputs at once and gives its job_id; then call watchframe_get_job. For one picture or text, watchframe_screenshot and watchframe_read_page are simpler. Costs one credit.",
  scopes: ["render"],
  annotations: hints.start,
  arguments: Type.Object(
    {
      url: pageUrl,
      outputs: Type.Array(literals([...fileOutputs, ...extractNames]), {
        minItems: 1,
        uniqueItems: true,
      }),
      options: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          propertyNames: { enum: [...clientOptions] },
          description: "Fields of POST /render, such as fullPage, device, theme, waitUntil and timeout.",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  async run({ url, outputs, options = {} }, { api }) {
    // The options of a file keep what the caller gave. Outputs that were not named are left out, also those made by default.
    const asked = outputs.map((name) =>
      isExtract(name) ? [extractFlag(name), true] : [name, name === "screenshot" || (options[name] ?? {})],
    );
    const wanted = { screenshot: false, extractMetadata: false, ...Object.fromEntries(asked) };
    const reply = await api.json<{ id: string; status: string; warnings?: unknown }>({
      method: "POST",
      path: "/render",
      body: { url, ...options, ...wanted },
      idempotent: true,
    });
    const next = "Call watchframe_get_job with this job_id and wait_seconds.";
    return [factsBlock({ job_id: reply.id, status: reply.status, warnings: reply.warnings, next })];
  },
});

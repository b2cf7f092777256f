import { type FieldProblem, keysOf } from "#schemas/common.ts";
import type { CrawlRequest } from "#schemas/crawl.ts";
import { viewportOf } from "#schemas/renders/devices.ts";
import { cacheOptions } from "#schemas/options/delivery.ts";
import { bucketNames } from "#schemas/options/index.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import { type PlanName, plans } from "#schemas/settings/plans.ts";
import { chooseOutputs, pictureOptions } from "./outputs.ts";

/** Options that affect each other. */
type Options = Partial<
  Pick<
    RenderRequest,
    "device" | "scrollToElement" | "store" | "storage_return_location" | (typeof pictureOptions)[number]
  >
>;

/** The options of a capture, and the names of those that the client gave. The others have defaults. */
type Given = { options: Options; names: ReadonlySet<string> };

/** The options of a render without effect; `names` are those that the client gave. */
export function warnRender(options: Partial<RenderRequest>, names: ReadonlySet<string>): FieldProblem[] {
  return [
    ...warnCapture({ options, names }, chooseOutputs(options, names).files.includes("screenshot")),
    ...keysOf(cacheOptions)
      .filter((field) => names.has(field) && options.cache !== true)
      .map((field) => ({ field, message: "has no effect without cache: true" })),
  ];
}

/** The options of a capture without effect; `screenshot` is whether it makes a picture. */
export function warnCapture({ options, names }: Given, screenshot: boolean): FieldProblem[] {
  return [
    ...warnViewport({ options, names }),
    ...(screenshot ? warnPicture({ options, names }) : warnNoPicture({ options, names })),
    ...warnStorage({ options, names }),
  ];
}

function warnViewport({ options: { device }, names }: Given): FieldProblem[] {
  if (device === undefined) return [];
  const viewport = viewportOf(device);
  const sizes = (["width", "height"] as const)
    .filter((field) => names.has(field))
    .map((field) => ({ field, message: `has no effect: device ${device} sets the ${field} to ${viewport[field]}` }));
  if (!names.has("deviceScaleFactor")) return sizes;
  return [...sizes, { field: "deviceScaleFactor", message: `has no effect: device ${device} has its own` }];
}

function warnPicture({ options, names }: Given): FieldProblem[] {
  const { format, fullPage, scrollToElement, selector, clip } = options;
  const isPart = selector !== undefined || clip !== undefined;
  const problems: FieldProblem[] = [];
  if (names.has("quality") && format === "png") {
    problems.push({ field: "quality", message: "has no effect: a png has no quality" });
  }
  if (names.has("maxHeight") && (fullPage === false || isPart)) {
    problems.push({ field: "maxHeight", message: "has no effect: it cuts the picture of a full page" });
  }
  if (scrollToElement !== undefined && fullPage === true && !isPart) {
    problems.push({
      field: "scrollToElement",
      message: "has no effect on the picture: with fullPage it shows the whole page",
    });
  }
  return problems;
}

function warnNoPicture({ options, names }: Given): FieldProblem[] {
  return pictureOptions
    .filter((field) => names.has(field) && options[field] !== false)
    .map((field) => ({ field, message: "has no effect: screenshot is false, so no picture is made" }));
}

function warnStorage({ options, names }: Given): FieldProblem[] {
  const given = bucketNames.filter((field) => field !== "store" && names.has(field));
  if (options.store !== true) {
    return given.map((field) => ({ field, message: "has no effect without store: true" }));
  }
  if (!names.has("storage_public_domain") || options.storage_return_location === true) return [];
  return [{ field: "storage_public_domain", message: "has no effect without storage_return_location: true" }];
}

/** The bounds of a crawl without effect. */
export function warnCrawl(request: CrawlRequest, names: ReadonlySet<string>, plan: PlanName): FieldProblem[] {
  const { concurrency } = plans[plan];
  const { maxConcurrentPages = 0, maxDepth, useSitemap } = request;
  const problems: FieldProblem[] = [];
  if (concurrency !== null && names.has("maxConcurrentPages") && maxConcurrentPages > concurrency) {
    const message = `is more than the plan ${plan} allows, which is ${concurrency}; the crawl has ${concurrency} at once`;
    problems.push({ field: "maxConcurrentPages", message });
  }
  if (maxDepth !== 0 || useSitemap === true) return problems;
  const paths = ["includePaths", "excludePaths"].filter((field) => names.has(field));
  return [
    ...problems,
    ...paths.map((field) => ({ field, message: "has no effect: maxDepth 0 renders the start page alone" })),
  ];
}

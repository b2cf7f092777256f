import { type Static, Type } from "typebox";
import { type Crawl, CrawlBounds, type CrawlPageList, type CrawlReply } from "#schemas/crawl.ts";
import { pollUntil } from "../jobs.ts";
import { factsBlock, untrustedBlock } from "../results.ts";
import { defineTool } from "../tool.ts";
import { cursor, hints, id, pageUrl, toFields, waitSeconds } from "./shapes.ts";

const paths = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 20, description }));

/** A crawl of a site. */
export const crawl = defineTool({
  name: "watchframe_crawl",
  title: "Crawl a site",
  description:
    "Starts a crawl: reads a page and the pages of the same host that it links to, as markdown. Gives a crawl_id for watchframe_get_crawl. For one page use watchframe_read_page. Costs one credit a page, so keep max_pages low.",
  scopes: ["render"],
  annotations: hints.start,
  arguments: Type.Object(
    {
      url: pageUrl,
      max_pages: Type.Integer({ minimum: 1, maximum: 100, default: 10, description: "Maximum number of pages." }),
      include_paths: paths("Globs of paths to read, such as /docs/**."),
      exclude_paths: paths("Globs of paths to leave out."),
      max_depth: Type.Optional(CrawlBounds.properties.maxDepth),
      hash_routes: Type.Optional(CrawlBounds.properties.hashRoutes),
    },
    { additionalProperties: false },
  ),
  async run(given, { api }) {
    const body = { ...toFields(given), extractMarkdown: true };
    const { id: crawlId } = await api.json<{ id: string }>({ method: "POST", path: "/crawl", body, idempotent: true });
    const next = "Call watchframe_get_crawl with this crawl_id and wait_seconds.";
    return [factsBlock({ crawl_id: crawlId, next })];
  },
});

/** Pages of a crawl in one result. */
const pagesAtOnce = 50;

/** A crawl's state and pages. */
export const getCrawl = defineTool({
  name: "watchframe_get_crawl",
  title: "Get a crawl and its pages",
  description:
    "Says how far a crawl is, and lists its pages. Read a page with watchframe_get_output: its job_id and the name markdown. Free.",
  scopes: ["read", "render"],
  annotations: hints.read,
  arguments: Type.Object(
    { crawl_id: id("crawl_id of watchframe_crawl."), wait_seconds: waitSeconds, cursor },
    { additionalProperties: false },
  ),
  async run({ crawl_id: crawlId, wait_seconds: seconds, cursor: place }, context) {
    const { api } = context;
    const path = `/crawl/${crawlId}`;
    const crawlNow = await pollUntil(context, seconds, async () => {
      const { crawl: one } = await api.json<Static<typeof CrawlReply>>({ method: "GET", path });
      return { value: one, ended: one.status !== "running" };
    });
    const query = { limit: pagesAtOnce, cursor: place };
    const list = await api.json<Static<typeof CrawlPageList>>({ method: "GET", path: `${path}/pages`, query });
    const pages = list.pages.map(({ id: pageId, depth, status, error, statusCode }) => ({
      job_id: pageId,
      depth,
      status,
      ...(error !== undefined && { error }),
      ...(statusCode !== undefined && { status_code: statusCode }),
    }));
    // Other pages linked to these addresses, and the pages wrote their titles.
    const said = list.pages.map(({ id: pageId, url, title }) =>
      JSON.stringify({ job_id: pageId, url: cut(url), title: cut(title) }),
    );
    return [
      factsBlock({ ...crawlFacts(crawlNow), pages, next_cursor: list.nextCursor }),
      untrustedBlock(said.join("\n")),
    ];
  },
});

/** Maximum number of characters of an address or title. Fifty of each stay far below the limit of a result. */
const maxCharacters = 300;

function cut(text: string | undefined): string | undefined {
  return text !== undefined && text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
}

function crawlFacts({ id: crawlId, status, stopReason, counts, credits }: Crawl) {
  return { crawl_id: crawlId, status, stop_reason: stopReason, counts, credits };
}

import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { CrawlRequest } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { withScheme } from "../../format/address.ts";
import { countOf } from "../../format/words.ts";
import { Page } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { notKept, PagesForm } from "../renders/playground/PagesForm.tsx";
import { crawlOptionsQuery } from "../renders/playground/schema.ts";
import { textsOf } from "../renders/playground/values.ts";
import { useCreate } from "../../api/useCreate.ts";
import { crawlQuery } from "./queries.ts";

const title = "Crawl a site";

/** A new crawl: the start page, its limits, and how its pages are rendered. `from` names a crawl to begin with. */
export function NewCrawlScreen() {
  const { from } = useSearch({ from: "/shell/crawls/new" });
  const { data: options, error: unread, refetch } = useQuery(crawlOptionsQuery);
  const { data: source, error: missing } = useQuery({ ...crawlQuery(from ?? ""), enabled: from !== undefined });
  const { mutate, isPending, error } = useCreate({
    send: (request: CrawlRequest) => wf.crawls.create(request),
    kind: "crawl",
    done: "The crawl has started.",
    screen: ({ id }) => `/crawls/${id}`,
  });
  const failure = unread ?? missing;
  if (failure !== null) {
    return (
      <Page title={title}>
        <ErrorState error={failure} onRetry={() => void refetch()} />
      </Page>
    );
  }
  const isReady = options !== undefined && (from === undefined || source !== undefined);
  return (
    <Page title={title} about="Each rendered page costs credits like a single render. The crawl obeys robots.txt.">
      {!isReady && <Loading label="Loading the options" lines={1} height="70vh" />}
      {isReady && (
        <PagesForm
          options={options}
          begin={source === undefined ? {} : textsOf({ ...source.options, ...source })}
          {...(source !== undefined && { about: notKept })}
          pages={{ name: "url", label: "Address of the start page", placeholder: "example.com/docs" }}
          openTitles={["Pages to crawl", "Outputs"]}
          submit="Start the crawl"
          back="/crawls"
          onSubmit={(url, body) => mutate({ ...body, url: withScheme(url.trim()) })}
          isPending={isPending}
          error={error}
          describeCost={(perPage, { maxPages = "" }) => {
            const most = Number(maxPages.trim() || options.find(({ name }) => name === "maxPages")?.standard);
            return `${countOf(perPage, "credit")} a page${most > 0 ? `, at most ${countOf(perPage * most, "credit")}` : ""}`;
          }}
        />
      )}
    </Page>
  );
}

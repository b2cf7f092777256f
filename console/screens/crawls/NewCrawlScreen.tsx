import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { linesOf, withScheme } from "../../format/address.ts";
import { FieldRow, Form } from "../../ui/fields/Form.tsx";
import { Page } from "../../ui/Page.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { showDone } from "../../api/toasts.ts";

const empty = {
  url: "",
  maxPages: "50",
  maxDepth: "3",
  include: "",
  exclude: "",
  screenshot: true,
  useSitemap: false,
  hashRoutes: false,
};
type Values = typeof empty;

/** A new crawl: the start page, its limits, and the paths to follow. */
export function NewCrawlScreen() {
  const [form, setForm] = useState(empty);
  const { mutate, isPending, error } = useCreate();
  const set = (changed: Partial<Values>): void => setForm({ ...form, ...changed });
  return (
    <Page
      title="Crawl a site"
      about="Each rendered page costs credits like a single render. The crawl obeys robots.txt."
    >
      <Form submit="Start the crawl" back="/crawls" onSubmit={() => mutate(form)} isPending={isPending} error={error}>
        <TextField
          label="Address of the start page"
          value={form.url}
          onChange={(url) => set({ url })}
          placeholder="example.com/docs"
          isRequired
          error={problemOf(error, "url")}
        />
        <FieldRow>
          <TextField
            label="Maximum pages"
            type="number"
            value={form.maxPages}
            onChange={(maxPages) => set({ maxPages })}
            error={problemOf(error, "maxPages")}
          />
          <TextField
            label="Depth (links from the start page)"
            type="number"
            value={form.maxDepth}
            onChange={(maxDepth) => set({ maxDepth })}
            error={problemOf(error, "maxDepth")}
          />
        </FieldRow>
        <TextField
          label="Only these paths"
          lines={3}
          value={form.include}
          onChange={(include) => set({ include })}
          placeholder="/docs/**"
          help="One per line. * stands for part of a segment, ** for any number of segments."
          error={problemOf(error, "includePaths")}
        />
        <TextField
          label="Without these paths"
          lines={3}
          value={form.exclude}
          onChange={(exclude) => set({ exclude })}
          placeholder="/docs/archive/**"
          help="One per line. They win over the paths above."
          error={problemOf(error, "excludePaths")}
        />
        <Switch isSelected={form.screenshot} onChange={(screenshot) => set({ screenshot })}>
          Take a picture of each page
        </Switch>
        <Switch isSelected={form.useSitemap} onChange={(useSitemap) => set({ useSitemap })}>
          Also start from the site’s sitemaps
        </Switch>
        <Switch isSelected={form.hashRoutes} onChange={(hashRoutes) => set({ hashRoutes })}>
          Take addresses with #/ or #! as pages of their own
        </Switch>
      </Form>
    </Page>
  );
}

function useCreate() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: ({ url, maxPages, maxDepth, include, exclude, ...options }: Values) =>
      wf.crawls.create({
        ...options,
        url: withScheme(url),
        ...numberOf("maxPages", maxPages),
        ...numberOf("maxDepth", maxDepth),
        includePaths: linesOf(include),
        excludePaths: linesOf(exclude),
      }),
    async onSuccess({ id }) {
      await client.invalidateQueries({ queryKey: ["crawl"] });
      showDone("The crawl has started.");
      await navigate({ to: "/crawls/$crawlId", params: { crawlId: id } });
    },
  });
}

/** The number as a field of the request. An empty text means the API's default. */
function numberOf(name: string, text: string): Record<string, number> {
  return text.trim() === "" ? {} : { [name]: Number(text) };
}

import type { List, Watchframe } from "#clients/typescript/src/index.ts";
import type { ChangingSite } from "../../console/support/changingSite.ts";
import { cover, plainPage } from "./pages.ts";

/** Ids that earlier calls of the same account gave, by name. */
export type Known = Record<string, string>;

/** One call, by each way to make it. All ways must give the same. */
export type ContractCall = {
  name: string;
  /** Changes the site before the call. */
  prepare?: (site: ChangingSite) => void;
  typescript: (wf: Watchframe, known: Known) => Promise<unknown>;
  /** Words of the command line, without `--json`. */
  words: (known: Known) => string[];
  /** The standard input of the command line. */
  input?: string;
  /** Method of the Python client with its named arguments. */
  python: (known: Known) => readonly [method: string, given?: Record<string, unknown>];
  /** Tool of the agents with its arguments. Missing if agents have no such tool. */
  tool?: (known: Known) => readonly [name: string, given?: Record<string, unknown>];
  /** Paths as in `gives`. The call is repeated until the value there says that the work has ended. */
  settles?: readonly [path: string, toolPath?: string];
  /** Paths to the ids that later calls need: those of the API, and of the tool's facts. */
  gives?: Record<string, readonly [path: string, toolPath: string]>;
  /** Paths in the tool's facts, by the path of the same value in the API's reply. */
  toolFacts?: Record<string, string>;
};

const unknownId = "0192f0c1-7d3a-7000-8000-2a9c5e1f0b64";
const size = { width: 320, height: 240 };
const sizeWords = ["--width", "320", "--height", "240"];

/** The whole list, at most the first ten. */
const first = <Item>(list: List<Item>): Promise<Item[]> => list.take(10);

/** Calls of one account in this order. `at` gives the address of a path of the site. */
export function contractCalls(at: (path: string) => string): ContractCall[] {
  const picture = { url: at("/lamps"), ...size, format: "png" as const };
  const text = { url: at("/lamps"), extractMarkdown: true, screenshot: false };
  const missing = { url: "http://unknown.invalid/", timeout: 10 };
  const pages = { before: { url: at("/lamps") }, after: { url: at("/chairs") } };
  const batch = { urls: [at("/lamps"), at("/chairs")] };
  const daily = { url: at("/lamps"), cron: "0 8 * * 1-5", timezone: "Europe/Zurich" };
  const watched = { url: at("/watched"), name: "Watched", intervalMinutes: 60, baselineMode: "fixed" as const };
  return [
    {
      name: "reads the usage",
      typescript: (wf) => wf.usage(),
      words: () => ["usage"],
      python: () => ["usage"],
      tool: () => ["usage"],
      toolFacts: { plan: "plan", "credits.used": "credits.used" },
    },
    {
      name: "reads the key",
      typescript: (wf) => wf.keys.current(),
      words: () => ["keys", "current"],
      python: () => ["keys.current"],
    },
    {
      name: "renders a picture",
      typescript: (wf) => wf.renders.run({ ...picture, extractMetadata: false }),
      words: () => ["render", picture.url, ...sizeWords, "--format", "png", "--outputs", "screenshot"],
      python: () => ["renders.run", { request: { ...picture, extractMetadata: false } }],
      tool: () => ["render", { url: picture.url, outputs: ["screenshot"], options: { ...size, format: "png" } }],
      gives: { picture: ["id", "job_id"] },
    },
    {
      name: "gets a job",
      typescript: (wf, known) => wf.jobs.get(known["picture"] ?? ""),
      words: (known) => ["job", "get", known["picture"] ?? ""],
      python: (known) => ["jobs.get", { id: known["picture"] }],
      tool: (known) => ["get_job", { job_id: known["picture"], wait_seconds: 30 }],
      settles: ["status"],
      toolFacts: {
        status: "status",
        kind: "kind",
        credits: "credits",
        "result.screenshot.width": "outputs.screenshot.width",
        "result.screenshot.height": "outputs.screenshot.height",
        "result.page.statusCode": "page_status_code",
      },
    },
    {
      name: "reads a page",
      typescript: (wf) => wf.renders.run(text),
      words: () => ["render", text.url, "--outputs", "markdown,metadata"],
      python: () => ["renders.run", { request: text }],
      tool: () => ["read_page", { url: text.url }],
      gives: { text: ["id", "job_id"] },
      toolFacts: { status: "status", "credits.net": "credits.net", "result.markdown.bytes": "outputs.markdown.bytes" },
    },
    {
      name: "lists jobs",
      typescript: (wf) => first(wf.jobs.list()),
      words: () => ["job", "list"],
      python: () => ["jobs.list"],
    },
    {
      name: "starts a render and returns",
      typescript: (wf) => wf.renders.create({ url: at("/chairs") }),
      words: () => ["render", at("/chairs"), "--no-wait"],
      python: () => ["renders.create", { request: { url: at("/chairs") } }],
      tool: () => ["render", { url: at("/chairs"), outputs: ["screenshot", "metadata"] }],
      gives: { started: ["id", "job_id"] },
    },
    {
      name: "waits for a job",
      typescript: (wf, known) => wf.jobs.wait(known["started"] ?? ""),
      words: (known) => ["job", "wait", known["started"] ?? ""],
      python: (known) => ["jobs.wait", { id: known["started"] }],
      tool: (known) => ["get_job", { job_id: known["started"], wait_seconds: 30 }],
      toolFacts: { status: "status", "credits.net": "credits.net" },
    },
    {
      name: "fails for a host that does not exist",
      typescript: (wf) => wf.renders.run(missing),
      words: () => ["render", missing.url, "--capture-timeout", "10"],
      python: () => ["renders.run", { request: missing }],
      tool: () => ["screenshot", { url: missing.url }],
      toolFacts: { "error.code": "error" },
    },
    {
      name: "finds no unknown job",
      typescript: (wf) => wf.jobs.get(unknownId),
      words: () => ["job", "get", unknownId],
      python: () => ["jobs.get", { id: unknownId }],
      tool: () => ["get_job", { job_id: unknownId }],
      toolFacts: { "error.code": "error" },
    },
    {
      name: "refuses a wrong option by its name",
      typescript: (wf) => wf.renders.create({ url: at("/lamps"), scrollToElement: "<" }),
      words: () => ["render", at("/lamps"), "--scroll-to-element", "<", "--no-wait"],
      python: () => ["renders.create", { request: { url: at("/lamps"), scrollToElement: "<" } }],
      tool: () => ["screenshot", { url: at("/lamps"), scroll_to_element: "<" }],
      toolFacts: { "error.code": "error", "error.fields.0.message": "fields.0.message" },
    },
    {
      name: "refuses an address that may not be reached",
      typescript: (wf) => wf.renders.create({ url: "http://169.254.169.254/" }),
      words: () => ["render", "http://169.254.169.254/", "--no-wait"],
      python: () => ["renders.create", { request: { url: "http://169.254.169.254/" } }],
      tool: () => ["screenshot", { url: "http://169.254.169.254/" }],
      toolFacts: { "error.code": "error" },
    },
    {
      name: "compares two pages",
      typescript: (wf) => wf.comparisons.run(pages),
      words: () => ["diff", at("/lamps"), at("/chairs")],
      python: () => ["comparisons.run", { request: pages }],
      tool: () => ["compare", { before: at("/lamps"), after: at("/chairs") }],
      gives: { comparison: ["id", "job_id"] },
    },
    {
      name: "gets the job of a comparison",
      typescript: (wf, known) => wf.jobs.get(known["comparison"] ?? ""),
      words: (known) => ["job", "get", known["comparison"] ?? ""],
      python: (known) => ["jobs.get", { id: known["comparison"] }],
      tool: (known) => ["get_job", { job_id: known["comparison"], wait_seconds: 30 }],
      settles: ["status"],
      toolFacts: {
        "diff.changed": "comparison.changed",
        "diff.differenceRatio": "comparison.difference_ratio",
        "credits.net": "credits.net",
      },
    },
    {
      name: "starts a batch",
      typescript: (wf) => wf.batches.create(batch),
      words: () => ["batch", "run", "-", "--no-wait"],
      input: `${batch.urls.join("\n")}\n`,
      python: () => ["batches.create", { request: batch }],
      gives: { batch: ["batch", ""] },
    },
    {
      name: "gets a batch",
      typescript: (wf, known) => wf.batches.get(known["batch"] ?? ""),
      words: (known) => ["batch", "get", known["batch"] ?? ""],
      python: (known) => ["batches.get", { id: known["batch"] }],
      settles: ["status"],
    },
    {
      name: "lists the pages of a batch",
      typescript: (wf, known) => first(wf.batches.items(known["batch"] ?? "")),
      words: (known) => ["batch", "items", known["batch"] ?? ""],
      python: (known) => ["batches.items", { id: known["batch"] }],
    },
    {
      name: "starts a crawl",
      typescript: (wf) => wf.crawls.create({ url: at("/lamps"), maxPages: 2, extractMarkdown: true }),
      words: () => ["crawl", at("/lamps"), "--limit", "2", "--outputs", "markdown", "--no-wait"],
      python: () => ["crawls.create", { request: { url: at("/lamps"), maxPages: 2, extractMarkdown: true } }],
      tool: () => ["crawl", { url: at("/lamps"), max_pages: 2 }],
      gives: { crawl: ["id", "crawl_id"] },
    },
    {
      name: "gets a crawl",
      typescript: (wf, known) => wf.crawls.get(known["crawl"] ?? ""),
      words: (known) => ["crawl", "get", known["crawl"] ?? ""],
      python: (known) => ["crawls.get", { id: known["crawl"] }],
      tool: (known) => ["get_crawl", { crawl_id: known["crawl"], wait_seconds: 30 }],
      settles: ["status"],
      toolFacts: { status: "status", "counts.completed": "counts.completed", stopReason: "stop_reason" },
    },
    {
      name: "lists the pages of a crawl",
      typescript: (wf, known) => first(wf.crawls.pages(known["crawl"] ?? "")),
      words: (known) => ["crawl", "pages", known["crawl"] ?? ""],
      python: (known) => ["crawls.pages", { id: known["crawl"] }],
      tool: (known) => ["get_crawl", { crawl_id: known["crawl"] }],
      toolFacts: { "0.status": "pages.0.status", "1.depth": "pages.1.depth" },
    },
    {
      name: "creates a schedule",
      typescript: (wf) => wf.schedules.createRecurring(daily),
      words: () => ["schedule", "create", daily.url, "--cron", daily.cron, "--cron-timezone", daily.timezone],
      python: () => ["schedules.createRecurring", { request: daily }],
      gives: { schedule: ["id", ""] },
    },
    {
      name: "lists schedules",
      typescript: (wf) => first(wf.schedules.list()),
      words: () => ["schedule", "list"],
      python: () => ["schedules.list"],
    },
    {
      name: "cancels a schedule",
      typescript: (wf, known) => wf.schedules.cancel(known["schedule"] ?? ""),
      words: (known) => ["schedule", "cancel", known["schedule"] ?? ""],
      python: (known) => ["schedules.cancel", { id: known["schedule"] }],
    },
    {
      name: "creates a monitor",
      prepare: (site) => site.show("/watched", plainPage("Watched")),
      typescript: (wf) => wf.monitors.create({ ...watched, capture: { ...size, regions: true } }),
      words: () =>
        ["monitor", "create", watched.url, "--name", "Watched", "--interval", "60", "--baseline", "fixed"].concat(
          sizeWords,
          ["--options", "-"],
        ),
      input: JSON.stringify({ regions: true }),
      python: () => ["monitors.create", { request: { ...watched, capture: { ...size, regions: true } } }],
      tool: () => [
        "create_monitor",
        { url: watched.url, name: "Watched", interval_minutes: 60, baseline_mode: "fixed", ...size },
      ],
      gives: { monitor: ["id", "monitor_id"] },
      toolFacts: { name: "said.name", host: "said.host", status: "status", changeThreshold: "change_threshold" },
    },
    {
      name: "gets a monitor",
      typescript: (wf, known) => wf.monitors.get(known["monitor"] ?? ""),
      words: (known) => ["monitor", "get", known["monitor"] ?? ""],
      python: (known) => ["monitors.get", { id: known["monitor"] }],
      tool: (known) => ["get_monitor", { monitor_id: known["monitor"] }],
      settles: ["lastRunAt", "baseline_run_id"],
      toolFacts: { baselineMode: "baseline_mode", intervalMinutes: "interval_minutes", incident: "incident" },
    },
    {
      name: "runs a monitor",
      prepare: (site) => site.show("/watched", plainPage("Watched", cover)),
      typescript: (wf, known) => wf.monitors.run(known["monitor"] ?? ""),
      words: (known) => ["monitor", "run", known["monitor"] ?? ""],
      python: (known) => ["monitors.run", { id: known["monitor"] }],
      tool: (known) => ["run_monitor", { monitor_id: known["monitor"] }],
      gives: { run: ["id", "run_id"] },
    },
    {
      name: "gets a run",
      typescript: (wf, known) => wf.monitors.getRun(known["monitor"] ?? "", known["run"] ?? ""),
      words: (known) => ["monitor", "change", known["monitor"] ?? "", known["run"] ?? ""],
      python: (known) => ["monitors.getRun", { id: known["monitor"], runId: known["run"] }],
      tool: (known) => ["get_change", { monitor_id: known["monitor"], run_id: known["run"], wait_seconds: 30 }],
      settles: ["completedAt"],
      toolFacts: {
        status: "status",
        "result.changed": "changed",
        "result.differenceRatio": "difference_ratio",
        "result.screenshot.width": "picture.width",
      },
    },
    {
      name: "lists the monitors with an open incident",
      typescript: (wf) => first(wf.monitors.list({ incident: "open" })),
      words: () => ["monitor", "list", "--incident"],
      python: () => ["monitors.list", { incident: "open" }],
      tool: () => ["list_monitors", { incident_only: true }],
      settles: ["0.incident.id", "monitors.0.incident"],
      toolFacts: { "0.name": "said.monitors.0.name", "0.incident.type": "monitors.0.incident" },
    },
    {
      name: "accepts a change",
      typescript: (wf, known) => wf.monitors.accept(known["monitor"] ?? "", known["run"] ?? ""),
      words: (known) => ["monitor", "accept", known["monitor"] ?? "", known["run"] ?? ""],
      python: (known) => ["monitors.accept", { id: known["monitor"], runId: known["run"] }],
      tool: (known) => ["approve_change", { monitor_id: known["monitor"], run_id: known["run"] }],
      toolFacts: {
        status: "status",
        "incident.id": "incident.incident_id",
        "incident.runId": "incident.run_id",
        "incident.type": "incident.type",
        "incident.status": "incident.status",
        "incident.openedAt": "incident.openedAt",
      },
    },
    {
      name: "lists the incidents of a monitor",
      typescript: (wf, known) => wf.monitors.incidents(known["monitor"] ?? ""),
      words: (known) => ["monitor", "incidents", known["monitor"] ?? ""],
      python: (known) => ["monitors.incidents", { id: known["monitor"] }],
      settles: ["0.closedAt"],
    },
    {
      name: "pauses a monitor",
      typescript: (wf, known) => wf.monitors.pause(known["monitor"] ?? ""),
      words: (known) => ["monitor", "pause", known["monitor"] ?? ""],
      python: (known) => ["monitors.pause", { id: known["monitor"] }],
      tool: (known) => ["update_monitor", { monitor_id: known["monitor"], status: "paused" }],
      toolFacts: { status: "status" },
    },
    {
      name: "deletes a monitor",
      typescript: (wf, known) => wf.monitors.delete(known["monitor"] ?? ""),
      words: (known) => ["monitor", "delete", known["monitor"] ?? ""],
      python: (known) => ["monitors.delete", { id: known["monitor"] }],
    },
    {
      name: "adds a reader of alerts",
      typescript: (wf) => wf.recipients.add("anna@example.org"),
      words: () => ["recipients", "add", "anna@example.org"],
      python: () => ["recipients.add", { email: "anna@example.org" }],
    },
    {
      name: "lists deliveries",
      typescript: (wf) => first(wf.deliveries.list({ channel: "webhook" })),
      words: () => ["deliveries", "list", "--channel", "webhook"],
      python: () => ["deliveries.list", { channel: "webhook" }],
    },
  ];
}

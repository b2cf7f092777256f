import { countOf } from "../../../../words/countOf.ts";
import type { MonitorRequest } from "../../../../typescript/src/index.ts";
import type { Cli } from "../../cli.ts";
import { outcomeOf } from "../../exitCodes.ts";
import { type Entry, identityOf, numberNames } from "../../monitorFiles/entry.ts";
import type { ReadFormat } from "../../monitorFiles/formatNames.ts";
import { readMonitorFile } from "../../monitorFiles/formats.ts";
import { readSource } from "../../monitorFiles/source.ts";
import { Progress } from "../../progress.ts";
import { printList } from "../../table.ts";

export type ImportOptions = {
  format?: ReadFormat | undefined;
  dryRun?: true | undefined;
  /** Minutes. */
  interval: number;
  threshold?: number | undefined;
  tag?: string[] | undefined;
  paused?: true | undefined;
  limit: number;
};

/** The outcome of one entry of the file. */
type Imported = {
  action: "created" | "would create" | "skipped" | "failed";
  name: string;
  url?: string;
  id?: string;
  /** Why it was skipped or failed. */
  reason?: string;
  warnings: string[];
  request?: MonitorRequest;
};

/** Outcomes after which every other call would fail as well. */
const finalOutcomes: ReadonlySet<string> = new Set(["refused", "limited", "unreachable", "interrupted"]);

/** Creates a monitor for each page of a file, and prints what became of each. */
export async function importMonitors(cli: Cli, source: string, options: ImportOptions): Promise<void> {
  const readAddress = (address: string) => readSource(cli, address);
  const { limit } = options;
  const file = await readMonitorFile(await readSource(cli, source), { format: options.format, readAddress, limit });
  const entries = numberNames(file.entries);
  for (const warning of file.warnings) await cli.say(warning);
  if (entries.length > limit)
    await cli.say(`The file has ${countOf(entries.length, "page")}. --limit takes the first ${limit}.`);
  const unusable = file.unusable.map((item): Imported => ({ action: "failed", ...item, warnings: [] }));
  const results: Imported[] = [];
  await printList(cli, kept(results, importEntries(cli, { entries: entries.slice(0, limit), unusable, options })), {
    columns: {
      action: ({ action }) => action,
      name: ({ name }) => name,
      address: ({ url }) => url,
      note: ({ reason, id, warnings }) => reason ?? id ?? warnings.join(" "),
    },
  });
  await summarize(cli, results);
}

/** Keeps what passes by. */
async function* kept<Item>(results: Item[], items: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  for await (const item of items) {
    results.push(item);
    yield item;
  }
}

type Work = { entries: readonly Entry[]; unusable: readonly Imported[]; options: ImportOptions };

async function* importEntries(
  cli: Cli,
  { entries, unusable, options }: Work,
): AsyncGenerator<Imported, void, undefined> {
  yield* unusable;
  const existingIds = await readExisting(cli);
  const progress = new Progress(cli);
  let end: string | null = null;
  for (const [index, entry] of entries.entries()) {
    await progress.show(`${index + 1} of ${entries.length}: ${entry.request.url}`);
    const { name, url } = entry.request;
    const about = { name, url, warnings: entry.warnings };
    if (existingIds.has(identityOf(name, new URL(url).host))) {
      yield { action: "skipped", ...about, reason: "It is watched already.", warnings: [] };
    } else if (end !== null) {
      yield { action: "failed", ...about, reason: `It was not tried: ${end}` };
    } else {
      const result = await createOne(cli, entry, options);
      if (result.isFinal) end = result.imported.reason ?? "";
      yield result.imported;
    }
  }
  await progress.clear();
}

/** The hosts and names of all monitors. The API returns no addresses. */
async function readExisting(cli: Cli): Promise<Set<string>> {
  const existing = new Set<string>();
  for await (const { name, host } of cli.client.monitors.list({ limit: 200 }, cli.call))
    existing.add(identityOf(name, host));
  return existing;
}

async function createOne(
  cli: Cli,
  { request: given, warnings }: Entry,
  options: ImportOptions,
): Promise<{ imported: Imported; isFinal: boolean }> {
  const request = withDefaults(given, options);
  const about = { name: request.name, url: request.url };
  if (options.dryRun) {
    return {
      imported: { action: "would create", ...about, warnings, request: withoutSecrets(request) },
      isFinal: false,
    };
  }
  try {
    const reply = await cli.client.operations.createMonitor(
      request,
      {},
      {
        ...cli.call,
        ...(await cli.keyFor(JSON.stringify(request))),
      },
    );
    const more = (reply.warnings ?? []).map(({ field, message }) => `${field}: ${message}`);
    const { id } = reply.monitor;
    return { imported: { action: "created", ...about, id, warnings: [...warnings, ...more] }, isFinal: false };
  } catch (error) {
    cli.io.signal.throwIfAborted();
    const reason = reasonOf(error);
    return { imported: { action: "failed", ...about, warnings, reason }, isFinal: finalOutcomes.has(outcomeOf(error)) };
  }
}

function withDefaults(
  givenRequest: Entry["request"],
  { interval, threshold, tag = [], paused }: ImportOptions,
): MonitorRequest {
  const tags = [...new Set([...(givenRequest.tags ?? []), ...tag])];
  return {
    ...(givenRequest.cron === undefined && { intervalMinutes: interval }),
    ...(threshold !== undefined && { changeThreshold: threshold }),
    ...givenRequest,
    ...(tags.length > 0 && { tags }),
    ...(paused && { status: "paused" as const }),
  };
}

/** The request with the names of headers and cookies alone, and without what steps fill in. */
function withoutSecrets({ capture, ...request }: MonitorRequest): MonitorRequest {
  if (capture === undefined) return request;
  const { headers, cookies, steps, ...shown } = capture;
  const placeholder = "(secret)";
  return {
    ...request,
    capture: {
      ...shown,
      ...(headers && { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, placeholder])) }),
      ...(steps && {
        steps: steps.map(({ fill, ...step }) => ({ ...step, ...(fill && { fill: { ...fill, value: placeholder } }) })),
      }),
      ...(cookies && { cookies: cookies.map((cookie) => ({ ...cookie, value: placeholder })) }),
    },
  };
}

/** A refusal in one line, with its fields. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fields = "fields" in error && Array.isArray(error.fields) ? error.fields : [];
  const named = fields.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`);
  return named.length > 0 ? named.join("; ") : error.message;
}

async function summarize(cli: Cli, results: readonly Imported[]): Promise<void> {
  for (const { name, warnings } of results) for (const warning of warnings) await cli.say(`${name}: ${warning}`);
  const count = (action: Imported["action"]) => results.filter((result) => result.action === action).length;
  const made = `${count("created")} created, ${count("skipped")} skipped, ${count("failed")} failed.`;
  await cli.say(count("would create") > 0 ? `${count("would create")} would be created. ${made}` : made);
  if (count("failed") > 0) cli.outcome = "someFailed";
}

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { MonitorSitemap, MonitorSitemapPatch, SyncPlan } from "../../../../typescript/src/index.ts";
import { toAddress } from "../../addresses.ts";
import { addCaptureFlags } from "../../captureFlags.ts";
import type { Cli } from "../../cli.ts";
import { CliError } from "../../exitCodes.ts";
import { collect, toWhole } from "../../optionValues.ts";
import { printList, toFacts } from "../../table.ts";
import { createOptions, settingsOf } from "./settings.ts";
import { settingsCommand } from "./settingsFlags.ts";

/** Commands on watched sitemaps. */
export function addMonitorSitemaps(monitor: CommandUnknownOpts, cli: Cli): void {
  const sitemap = monitor.command("sitemap").summary("keep monitors in step with a sitemap");
  addCreate(sitemap, cli);
  addUpdate(sitemap, cli);
  sitemap
    .command("list")
    .summary("list sitemaps, the newest first")
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(({ limit }) => printList(cli, cli.client.sitemaps.list({}, cli.call), { limit, columns }));
  sitemap
    .command("sync")
    .summary("read a sitemap now, and wait for the end")
    .argument("<id>", "id of the sitemap")
    .option("--dry-run", "print what the sync would do, and change nothing")
    .action(async (id, { dryRun }) => {
      const { sitemaps } = cli.client;
      if (dryRun) return cli.print(await sitemaps.planSync(id, cli.call), writePlan);
      await sitemaps.sync(id, createOptions(cli));
      return cli.print(await sitemaps.waitForSync(id, cli.waiting), writeSitemap);
    });
  const sitemaps = () => cli.client.sitemaps;
  const single = {
    get: { summary: "print a sitemap", act: (id: string) => sitemaps().get(id, cli.call) },
    pause: { summary: "stop the syncs; its monitors go on", act: (id: string) => sitemaps().pause(id, cli.call) },
    resume: { summary: "sync again", act: (id: string) => sitemaps().resume(id, cli.call) },
    delete: {
      summary: "stop the syncs for good; its monitors stay",
      act: (id: string) => sitemaps().delete(id, cli.call),
    },
  };
  for (const [name, { summary, act }] of Object.entries(single)) {
    sitemap
      .command(name)
      .summary(summary)
      .argument("<id>", "id of the sitemap")
      .action(async (id) => cli.print(await act(id), writeSitemap));
  }
}

/** A command with the settings of a sitemap and of its monitors. */
function sitemapCommand(sitemap: CommandUnknownOpts, name: string) {
  return settingsCommand(sitemap, name)
    .option("--include <glob>", "paths to watch, such as '/docs/**'; may be repeated", collect)
    .option("--exclude <glob>", "paths not to watch; may be repeated", collect)
    .option("--max-monitors <count>", "make so many monitors at most, 1 to 1000 (default: 100)", toWhole(1, 1_000))
    .option("--sync-interval <minutes>", "minutes between two syncs, 60 to 43200 (default: 1440)", toWhole(60, 43_200));
}

type SitemapFlags = ReturnType<ReturnType<typeof sitemapCommand>["opts"]>;

function addCreate(sitemap: CommandUnknownOpts, cli: Cli): void {
  const create = sitemapCommand(sitemap, "create")
    .summary("watch the pages of a sitemap")
    .description(
      "Makes a monitor for each page of a sitemap. New pages join at each sync, and monitors of pages that are gone pause. The other options are the settings of the monitors; --name names the sitemap.",
    )
    .argument("<address>", "address of the sitemap", toAddress)
    .option("--dry-run", "print the pages that would join, and make nothing");
  const readCapture = addCaptureFlags(create, "monitor");
  create.action(async (sitemapUrl, { dryRun, ...flags }) => {
    const { name, ...monitor } = await settingsOf(cli, flags, await readCapture(cli));
    const settings = { intervalMinutes: 60, ...monitor };
    const request = { sitemapUrl, monitor: settings, ...ownFields(flags, name) };
    const { sitemaps } = cli.client;
    if (dryRun) return cli.print(await sitemaps.plan(request, cli.call), writePlan);
    return cli.print(await sitemaps.create(request, createOptions(cli)), writeSitemap);
  });
}

function addUpdate(sitemap: CommandUnknownOpts, cli: Cli): void {
  const update = sitemapCommand(sitemap, "update")
    .summary("change the settings of a sitemap")
    .description(
      "Changes the given settings and keeps the others. Settings of monitors hold for monitors that are made later.",
    )
    .argument("<id>", "id of the sitemap");
  const readCapture = addCaptureFlags(update, "monitor");
  update.action(async (id, flags) => {
    const { name, ...monitor } = await settingsOf(cli, flags, await readCapture(cli));
    const patch: MonitorSitemapPatch = {
      ...ownFields(flags, name),
      ...(Object.keys(monitor).length > 0 && { monitor }),
    };
    if (Object.keys(patch).length === 0) throw new CliError("Name a setting to change. Add --help for the options.");
    await cli.print(await cli.client.sitemaps.update(id, patch, cli.call), writeSitemap);
  });
}

function ownFields({ include, exclude, maxMonitors, syncInterval }: SitemapFlags, name: unknown) {
  return {
    ...(typeof name === "string" && { name }),
    ...(include !== undefined && { includePaths: include }),
    ...(exclude !== undefined && { excludePaths: exclude }),
    ...(maxMonitors !== undefined && { maxMonitors }),
    ...(syncInterval !== undefined && { syncIntervalMinutes: syncInterval }),
  };
}

const columns = {
  id: ({ id }: MonitorSitemap) => id,
  name: ({ name }: MonitorSitemap) => name,
  host: ({ host }: MonitorSitemap) => host,
  status: ({ status }: MonitorSitemap) => status,
  active: ({ counts }: MonitorSitemap) => counts.active,
  gone: ({ counts }: MonitorSitemap) => counts.gone,
  "over limit": ({ counts }: MonitorSitemap) => counts.overLimit,
  "next sync": ({ nextSyncAt }: MonitorSitemap) => nextSyncAt,
};

function writeSitemap({ id, name, host, status, counts, lastSync, nextSyncAt }: MonitorSitemap): string {
  return toFacts({
    sitemap: id,
    name,
    host,
    status,
    active: counts.active,
    paused: counts.paused,
    gone: counts.gone,
    "over limit": counts.overLimit,
    "last sync": lastSync?.at,
    problem: lastSync?.error?.message,
    "next sync": nextSyncAt,
  });
}

function writePlan({ addUrls, problems, ...plan }: SyncPlan): string {
  const facts = toFacts({
    pages: plan.pages,
    "would join": plan.add,
    "would pause": plan.pause,
    "would resume": plan.resume,
    stay: plan.keep,
    "over limit": plan.overLimit,
    "of other hosts": plan.foreign,
    problem: problems.map(({ message }) => message).join(" "),
  });
  return [facts, ...addUrls].join("\n");
}

import { countOf } from "../../../../words/countOf.ts";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { MonitorPatch, MonitorRequest } from "../../../../typescript/src/index.ts";
import { toAddress } from "../../addresses.ts";
import { addCaptureFlags } from "../../captureFlags.ts";
import type { Cli } from "../../cli.ts";
import { CliError } from "../../exitCodes.ts";
import type { Fields } from "../../flags.ts";
import { readInput, readOptions } from "../../inputs.ts";
import { nameOfPage } from "../../monitorFiles/entry.ts";
import { settingsCommand, type SettingsFlags, settingsIn } from "./settingsFlags.ts";
import { writeMonitor } from "./shown.ts";

/** Commands that create monitors and change their settings. */
export function addMonitorSettings(monitor: CommandUnknownOpts, cli: Cli): void {
  addCreate(monitor, cli);
  addUpdate(monitor, cli);
}

function addCreate(monitor: CommandUnknownOpts, cli: Cli): void {
  const create = settingsCommand(monitor, "create")
    .summary("watch a page")
    .description("Captures a page at an interval, each hour by default, or by cron. Compares it with a baseline.")
    .argument("<address>", "address of the page")
    .option("--dry-run", "create nothing, and print the monitor and its price");
  const readCapture = addCaptureFlags(create, "monitor");
  create.action(async (word, { dryRun = false, ...flags }) => {
    const url = toAddress(word);
    const settings = await settingsOf(cli, flags, await readCapture(cli));
    const usual = settings.cron === undefined ? { intervalMinutes: 60 } : {};
    const request: MonitorRequest = { name: nameOfPage(url), ...usual, ...settings, url };
    const query = dryRun ? { dryRun } : {};
    const reply = await cli.client.operations.createMonitor(request, query, createOptions(cli));
    const { perRun, perMonth } = reply.credits;
    await cli.say(`It takes about ${countOf(perMonth, "credit")} a month, ${perRun} a run.`);
    await printChanged(cli, reply);
  });
}

function addUpdate(monitor: CommandUnknownOpts, cli: Cli): void {
  const update = settingsCommand(monitor, "update")
    .summary("change the settings of a monitor")
    .description(
      "Changes the given settings and keeps the others. A `null` in the file of --options removes an option of the capture. Another address, capture or mode makes a new baseline.",
    )
    .argument("<monitor>", "id or name")
    .option("--address <address>", "another address of the page", toAddress);
  const readCapture = addCaptureFlags(update, "monitor");
  update.action(async (id, { address, ...flags }) => {
    const settings = await settingsOf(cli, flags, await readCapture(cli));
    const patch: MonitorPatch = { ...settings, ...(address !== undefined && { url: address }) };
    if (Object.keys(patch).length === 0) throw new CliError("Name a setting to change. Add --help for the options.");
    await printChanged(cli, await cli.client.operations.updateMonitor(id, patch, cli.call));
  });
}

type Reply = Awaited<ReturnType<Cli["client"]["operations"]["updateMonitor"]>>;

async function printChanged(cli: Cli, { monitor, warnings = [] }: Reply): Promise<void> {
  for (const { field, message } of warnings) await cli.say(`${field}: ${message}`);
  await cli.print(monitor, writeMonitor);
}

/** The settings that flags name, with the fields of the capture. */
export async function settingsOf(cli: Cli, flags: SettingsFlags, fields: Fields): Promise<Fields> {
  const { alerts: plain, ...settings } = settingsIn(flags);
  const capture = { ...fields, ...captureOf(flags) };
  const alerts = { ...(await alertsOf(cli, flags)), ...Object(plain) };
  return { ...settings, ...(hasFields(capture) && { capture }), ...(hasFields(alerts) && { alerts }) };
}

/** The parts in which changes count, and the values that are read. A change of words needs the text. */
function captureOf({ fullPage, regions, text, changeOn, ignoreText, ignore, value }: SettingsFlags): Fields {
  const needsText = changeOn === "text" || changeOn === "either";
  return {
    ...(fullPage !== undefined && { fullPage }),
    ...(regions && { regions }),
    ...((text || needsText) && { text: true }),
    ...(changeOn !== undefined && { changeOn }),
    ...(ignoreText !== undefined && { ignoreText }),
    ...(ignore !== undefined && { ignoreRegions: ignore.map(toArea) }),
    ...(value !== undefined && { values: value }),
  };
}

function toArea(text: string) {
  const [x, y, width, height] = /^\d+(?:,\d+){3}$/.test(text) ? text.split(",").map(Number) : [];
  return height === undefined ? { selector: text } : { x, y, width, height };
}

async function alertsOf(
  cli: Cli,
  { email, recipient, webhook, webhookSecretFile, alertsFile }: SettingsFlags,
): Promise<Fields> {
  const secret =
    webhookSecretFile === undefined ? undefined : (await readInput(cli, webhookSecretFile)).toString("utf8").trim();
  const mail = {
    ...(email !== undefined && { account: email }),
    ...(recipient !== undefined && { recipientIds: recipient }),
  };
  const hook = { ...(webhook !== undefined && { url: webhook }), ...(secret !== undefined && { secret }) };
  return {
    ...(await readOptions(cli, alertsFile)),
    ...(hasFields(mail) && { email: mail }),
    ...(hasFields(hook) && { webhook: hook }),
  };
}

function hasFields(value: object): boolean {
  return Object.keys(value).length > 0;
}

/** The options of a call that creates something. */
export function createOptions(cli: Cli) {
  const { signal, idempotencyKey } = cli.waiting;
  return { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
}

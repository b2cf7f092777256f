import { statSync } from "node:fs";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import { type Outcome, outcomeOf } from "../exitCodes.ts";
import { configFileOf } from "../profiles.ts";

/** One thing that was looked at, and what to do if it is not as it must be. */
type Finding = { check: string; ok: boolean; found: string; outcome?: Outcome };
/** Seconds by which this machine's clock may differ. Webhooks are refused after 5 minutes. */
const maxSkewSeconds = 60;

export function addDoctor(program: CommandUnknownOpts, cli: Cli): void {
  program
    .command("doctor")
    .summary("check the configuration, the service and the key")
    .action(async () => {
      const findings = [checkNode(), checkConfigFile(cli), ...(await checkService(cli))];
      await cli.print(findings, () =>
        findings.map(({ ok, check, found }) => `${mark(ok)} ${check}: ${found}`).join("\n"),
      );
      cli.outcome = findings.find(({ ok }) => !ok)?.outcome ?? "done";
    });
}

function mark(ok: boolean): string {
  return ok ? "ok  " : "FAIL";
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 12);
  const found = ok ? process.version : `${process.version}; use 20.12 or later`;
  return { check: "Node.js", ok, found, outcome: "failed" };
}

function checkConfigFile(cli: Cli): Finding {
  const file = configFileOf(cli.io);
  const info = statSync(file, { throwIfNoEntry: false });
  if (info === undefined) return { check: "profiles", ok: true, found: `none (${file})` };
  const isPrivate = process.platform === "win32" || (info.mode & 0o077) === 0;
  const found = isPrivate ? file : `others can read ${file}; run chmod 600 on it`;
  return { check: "profiles", ok: isPrivate, found, outcome: "failed" };
}

/** Each check needs the one before it, so the first that fails is the last. */
async function checkService(cli: Cli): Promise<Finding[]> {
  const findings: Finding[] = [];
  const checks: [name: string, check: () => Promise<string>][] = [
    ["key", async () => cli.connection().source],
    ["address", async () => cli.connection().url],
    ["service", () => readHealth(cli)],
    ["clock", () => readClock(cli)],
    ["scopes of the key", async () => (await cli.client.keys.current(cli.call)).scopes.join(", ")],
    ["credits", () => readCredits(cli)],
  ];
  for (const [check, look] of checks) {
    try {
      findings.push({ check, ok: true, found: await look() });
    } catch (thrown) {
      cli.io.signal.throwIfAborted();
      const found = thrown instanceof Error ? thrown.message : String(thrown);
      return [...findings, { check, ok: false, found, outcome: outcomeOf(thrown) }];
    }
  }
  return findings;
}

async function readHealth(cli: Cli): Promise<string> {
  const { status, parts } = await cli.client.operations.getReadiness(cli.call);
  const away = Object.entries(parts).filter(([, state]) => state !== "up");
  return away.length === 0 ? status : `${status}; away: ${away.map(([name]) => name).join(", ")}`;
}

/** @throws Error if this machine's clock differs too much. */
async function readClock(cli: Cli): Promise<string> {
  const reply = await cli.client.operations.getOpenApi(cli.call);
  await reply.body?.cancel();
  const theirs = Date.parse(reply.headers.get("Date") ?? "");
  if (Number.isNaN(theirs)) return "unknown";
  const skewSeconds = Math.round((Date.now() - theirs) / 1_000);
  if (Math.abs(skewSeconds) <= maxSkewSeconds) return "right";
  throw new Error(`it differs from the service's by ${skewSeconds} s; set one of them`);
}

async function readCredits(cli: Cli): Promise<string> {
  const { plan, credits } = await cli.client.usage(cli.call);
  return credits.remaining === null ? `unlimited (${plan})` : `${credits.remaining} left (${plan})`;
}

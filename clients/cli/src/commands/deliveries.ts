import { type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Delivery } from "../../../typescript/src/index.ts";
import type { Cli } from "../cli.ts";
import { toWhole } from "../optionValues.ts";
import { type Columns, printList, toFacts } from "../table.ts";
import { choices } from "../generated/choices.ts";

export function addDeliveries(program: CommandUnknownOpts, cli: Cli): void {
  const deliveries = program.command("deliveries").summary("webhooks, mails and messages that were sent");
  deliveries
    .command("list")
    .summary("list deliveries, the newest first")
    .addOption(new Option("--channel <channel>").choices(choices.DeliveryChannel))
    .addOption(new Option("--status <status>").choices(choices.DeliveryStatus))
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(({ channel, status, limit }) => {
      const query = { ...(channel && { channel }), ...(status && { status }) };
      return printList(cli, cli.client.deliveries.list(query, cli.call), { limit, columns });
    });
  deliveries
    .command("get")
    .summary("print a delivery with its tries")
    .argument("<id>", "id of the delivery")
    .action(async (id) => cli.print(await cli.client.deliveries.get(id, cli.call), writeDelivery));
  deliveries
    .command("replay")
    .summary("send a webhook or a message to a channel again")
    .argument("<id>", "id of the delivery")
    .action(async (id) => cli.print(await cli.client.deliveries.replay(id, cli.waiting), writeDelivery));
  addListen(program, cli);
}

const columns: Columns<Delivery> = {
  id: ({ id }) => id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  tries: ({ attempts }) => attempts.length,
  created: ({ createdAt }) => createdAt,
};

/** The facts of a delivery. */
export function writeDelivery({ id, channel, type, status, notBefore, attempts, createdAt }: Delivery): string {
  const last = attempts.at(-1);
  const reply = last && (last.error ?? `${last.statusCode} in ${last.duration} ms`);
  return toFacts({
    delivery: id,
    channel,
    type,
    status,
    tries: attempts.length,
    last: reply,
    created: createdAt,
    "not before": notBefore,
  });
}

function addListen(program: CommandUnknownOpts, cli: Cli): void {
  program
    .command("listen")
    .summary("forward webhooks to a local address")
    .description(
      "Forwards each new webhook of the account to an address on this machine, until Ctrl-C. It signs with a secret of its own, which it prints, or with that of WATCHFRAME_WEBHOOK_SECRET. Resources need a webhookUrl, which may be any address.",
    )
    .requiredOption("--forward <address>", "where to post webhooks, such as http://localhost:3000/hook", toLocal)
    .action(({ forward }) => listen(cli, forward));
}

function toLocal(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError("It must be an address, such as http://localhost:3000/hook.");
}

/** Follows the account's deliveries, and posts each webhook once, and again for each replay. */
async function listen(cli: Cli, forward: string): Promise<void> {
  const { randomBytes } = await import("node:crypto");
  const secret = cli.io.env["WATCHFRAME_WEBHOOK_SECRET"] || `whsec_${randomBytes(32).toString("base64")}`;
  let isListening = false;
  const postedReplays = new Map<string, number>();
  for await (const event of cli.client.events({ ...cli.call, kinds: ["delivery"] })) {
    if (!isListening) await cli.print({ listening: forward, secret }, () => `Secret of these webhooks: ${secret}`);
    isListening = true;
    if (event.type !== "change") continue;
    const delivery = await cli.client.deliveries.get(event.change.id, cli.call);
    const { id, body, replays } = delivery;
    if (body === null || (postedReplays.get(id) ?? -1) >= replays) continue;
    postedReplays.set(id, replays);
    const outcome = await post(forward, { id, body, secret });
    await cli.print({ id, type: delivery.type, ...outcome }, (sent) => `${sent.type} ${sent.id} ${sent.reply}`);
  }
}

type Message = { id: string; body: string; secret: string };

/** Posts a webhook, signed by Standard Webhooks. A receiver that can't be reached is part of the outcome. */
async function post(address: string, { id, body, secret }: Message): Promise<{ reply: string; ms: number }> {
  const { createHmac } = await import("node:crypto");
  const timestamp = Math.floor(Date.now() / 1_000).toString();
  const key = secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : secret;
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "Content-Type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  const began = performance.now();
  const reply = await fetch(address, { method: "POST", headers, body, redirect: "manual" }).then(
    ({ status }) => String(status),
    (error: unknown) => `not reached: ${error instanceof Error ? error.message : String(error)}`,
  );
  return { reply, ms: Math.round(performance.now() - began) };
}

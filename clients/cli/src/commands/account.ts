import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import type { ApiKey, KeyRequest, Recipient } from "../../../typescript/src/index.ts";
import type { Cli } from "../cli.ts";
import { type Columns, printList, toFacts } from "../table.ts";

type Scope = KeyRequest["scopes"][number];
const scopes: readonly Scope[] = ["render", "monitor", "read"];

export function addAccount(program: CommandUnknownOpts, cli: Cli): void {
  program
    .command("whoami")
    .summary("print the service, the key and the plan that commands use")
    .action(async () => {
      const { url, source } = cli.connection();
      const [key, { plan }] = await Promise.all([cli.client.keys.current(cli.call), cli.client.usage(cli.call)]);
      await cli.print({ url, source, plan, key }, () =>
        toFacts({ service: url, plan, key: key.name, scopes: key.scopes.join(", "), id: key.id, from: source }),
      );
    });
  addKeys(program, cli);
  addRecipients(program, cli);
  program
    .command("events")
    .summary("follow what changes in the account, a JSON document a line")
    .description("Prints each change as it happens, until Ctrl-C. It names ids and holds no content.")
    .action(async () => {
      for await (const event of cli.client.events(cli.call)) await cli.print(event, () => JSON.stringify(event));
    });
}

function addKeys(program: CommandUnknownOpts, cli: Cli): void {
  const keys = program.command("keys").summary("API keys of the account");
  keys
    .command("list")
    .summary("list keys, without the keys themselves")
    .action(async () => printList(cli, await cli.client.keys.list(cli.call), { columns: keyColumns }));
  keys
    .command("current")
    .summary("print the key that commands use")
    .action(async () => cli.print(await cli.client.keys.current(cli.call), writeKey));
  keys
    .command("create")
    .summary("create a key and print it; it is shown once")
    .argument("<name>", "name of the key")
    .requiredOption("--scopes <scopes>", `what it may do, separated by commas: ${scopes.join(", ")}`, toScopes)
    .action(async (name, { scopes: given }) => {
      const { key, apiKey } = await cli.client.keys.create({ name, scopes: given }, cli.waiting);
      await cli.say(`Key ${JSON.stringify(key.name)} (${key.id}). Only this output shows it:`);
      await cli.print({ key, apiKey }, () => apiKey);
    });
  keys
    .command("revoke")
    .summary("end a key at once")
    .argument("<id>", "id of the key")
    .action(async (id) => cli.print(await cli.client.keys.revoke(id, cli.call), writeKey));
}

function toScopes(text: string): Scope[] {
  return text.split(",").map((word) => {
    const scope = scopes.find((known) => known === word.trim());
    if (scope !== undefined) return scope;
    throw new InvalidArgumentError(`${JSON.stringify(word)} is not one of these: ${scopes.join(", ")}.`);
  });
}

function addRecipients(program: CommandUnknownOpts, cli: Cli): void {
  const recipients = program.command("recipients").summary("readers of alert mails");
  recipients
    .command("list")
    .summary("list the readers, with masked addresses")
    .action(async () => printList(cli, await cli.client.recipients.list(cli.call), { columns: recipientColumns }));
  recipients
    .command("add")
    .summary("add a reader, who gets a link to confirm")
    .argument("<email>", "address of the reader")
    .action(async (email) => cli.print(await cli.client.recipients.add(email, cli.waiting), writeRecipient));
  recipients
    .command("delete")
    .summary("delete a reader")
    .argument("<id>", "id of the reader")
    .action(async (id) => cli.print(await cli.client.recipients.delete(id, cli.call), writeRecipient));
}

const keyColumns: Columns<ApiKey> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  scopes: (key) => key.scopes.join(", "),
  used: ({ lastUsedAt }) => lastUsedAt ?? "never",
  revoked: ({ revokedAt }) => revokedAt ?? "-",
};

const recipientColumns: Columns<Recipient> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  address: ({ emailMasked }) => emailMasked,
};

function writeKey({ id, name, scopes: given, createdAt, revokedAt }: ApiKey): string {
  return toFacts({ key: id, name, scopes: given.join(", "), created: createdAt, revoked: revokedAt });
}

function writeRecipient({ id, status, emailMasked }: Recipient): string {
  return toFacts({ recipient: id, address: emailMasked, status });
}

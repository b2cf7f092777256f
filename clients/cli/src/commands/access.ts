import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type {
  AlertTarget,
  AlertTargetRequest,
  Proxy,
  Secret,
  SignIn,
  SignInRequest,
  TemplatePreview,
} from "../../../typescript/src/index.ts";
import { toAddress } from "../addresses.ts";
import type { Cli } from "../cli.ts";
import { readInput, readOptions } from "../inputs.ts";
import { type Columns, printList, toFacts } from "../table.ts";
import { addNamed } from "./named.ts";

/** Commands of what captures and monitors name: sign-ins, secrets, proxies and alert targets. */
export function addAccess(program: CommandUnknownOpts, cli: Cli): void {
  addSignIns(program, cli);
  addSecrets(program, cli);
  addProxies(program, cli);
  addTargets(program, cli);
}

function addSignIns(program: CommandUnknownOpts, cli: Cli): void {
  const api = () => cli.client.signIns;
  const group = addNamed(program, cli, {
    command: "sign-ins",
    noun: "sign-in",
    summary: "log-ins that are kept fresh, for --sign-in",
    columns: signInColumns,
    write: writeSignIn,
    api,
  });
  group
    .command("create")
    .summary("store a log-in, and sign in")
    .argument("<name>", "name for --sign-in: small letters, digits and hyphens")
    .argument("<address>", "address of the log-in page")
    .requiredOption("--file <file>", "file with the JSON of `steps`, `signedIn` and other fields; - is standard input")
    .action(async (name, address, { file }) => {
      const fields = await readOptions(cli, file);
      const request: SignInRequest = { steps: [], signedIn: { text: "" }, ...fields, name, url: toAddress(address) };
      await cli.print(await api().create(request, cli.waiting), writeSignIn);
    });
  group
    .command("update")
    .summary("change a log-in, and sign in again")
    .argument("<sign-in>", "id or name of the sign-in")
    .requiredOption("--file <file>", "file with the JSON of the fields to change; - is standard input")
    .action(async (id, { file }) =>
      cli.print(await api().update(id, await readOptions(cli, file), cli.call), writeSignIn),
    );
  group
    .command("renew")
    .summary("sign in again now")
    .argument("<sign-in>", "id or name of the sign-in")
    .action(async (id) => cli.print(await api().renew(id, cli.call), writeSignIn));
}

function addSecrets(program: CommandUnknownOpts, cli: Cli): void {
  const secrets = program.command("secrets").summary("values that {{secret:name}} stands for");
  secrets
    .command("list")
    .summary("list secrets by name, without their values")
    .action(async () => printList(cli, await cli.client.secrets.list(cli.call), { columns: secretColumns }));
  secrets
    .command("store")
    .summary("store a value under a name, in place of an earlier one")
    .argument("<name>", "name of the secret")
    .argument("<file>", "file with the value; - is standard input")
    .action(async (name, file) => {
      const value = await readSecret(cli, file);
      await cli.print(await cli.client.secrets.store({ name, value }, cli.waiting), writeSecret);
    });
  secrets
    .command("delete")
    .summary("delete a secret")
    .argument("<name>", "name of the secret")
    .action(async (name) => cli.print(await cli.client.secrets.delete(name, cli.call), writeSecret));
}

function addProxies(program: CommandUnknownOpts, cli: Cli): void {
  const api = () => cli.client.proxies;
  const group = addNamed(program, cli, {
    command: "proxies",
    noun: "proxy",
    summary: "proxies that captures go through, for --proxy",
    columns: proxyColumns,
    write: writeProxy,
    api,
  });
  group
    .command("create")
    .summary("store a proxy")
    .argument("<name>", "name for --proxy: small letters, digits and hyphens")
    .argument("<file>", "file with its address, such as socks5://user:password@host:1080; - is standard input")
    .option("--country <code>", "country of its exit, for people, such as DE")
    .option("--note <text>", "a remark for people")
    .action(async (name, file, options) => {
      const request = { name, url: await readSecret(cli, file), ...options };
      await cli.print(await api().create(request, cli.waiting), writeProxy);
    });
  group
    .command("test")
    .summary("fetch a page through a proxy")
    .argument("<proxy>", "id or name of the proxy")
    .argument("<address>", "address of the page")
    .action(async (id, address) => cli.print(await api().test(id, toAddress(address), cli.waiting), writeProxy));
}

function addTargets(program: CommandUnknownOpts, cli: Cli): void {
  const api = () => cli.client.alertTargets;
  const group = addNamed(program, cli, {
    command: "targets",
    noun: "target",
    summary: "channels and recipients that many monitors tell, for --target",
    columns: targetColumns,
    write: writeTarget,
    api,
  });
  group
    .command("create")
    .summary("store channels and recipients under a name")
    .argument("<name>", "name of the target")
    .requiredOption("--file <file>", "file with the JSON of `channels` and other fields; - is standard input")
    .action(async (name, { file }) => {
      const request: AlertTargetRequest = { ...(await readOptions(cli, file)), name };
      await cli.print(await api().create(request, cli.waiting), writeTarget);
    });
  group
    .command("update")
    .summary("change a target; its monitors tell the new one from their next message on")
    .argument("<target>", "id or name of the target")
    .requiredOption("--file <file>", "file with the JSON of the fields to change; - is standard input")
    .action(async (id, { file }) =>
      cli.print(await api().update(id, await readOptions(cli, file), cli.call), writeTarget),
    );
  group
    .command("preview")
    .summary("show messages in the words of a template, with examples; it sends nothing")
    .requiredOption("--file <file>", "file with the JSON of `template`, and of `type`, the event; - is standard input")
    .action(async ({ file }) => cli.print(await api().preview(await readOptions(cli, file), cli.call), writePreview));
}

/** A value that no flag may hold, without the newline at its end. */
async function readSecret(cli: Cli, file: string): Promise<string> {
  return (await readInput(cli, file)).toString("utf8").replace(/\r?\n$/u, "");
}

const signInColumns: Columns<SignIn> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  host: ({ host }) => host,
  status: ({ status }) => status,
  renewed: ({ renewedAt }) => renewedAt ?? "never",
};

function writeSignIn({ id, name, host, status, renewedAt, failure, nextTryAt }: SignIn): string {
  const problem = failure === null ? null : `${failure.code}: ${failure.message}`;
  return toFacts({ "sign-in": id, name, host, status, renewed: renewedAt, failed: problem, "next try": nextTryAt });
}

const secretColumns: Columns<Secret> = {
  name: ({ name }) => name,
  used: ({ usedBy }) => usedBy.length,
  changed: ({ updatedAt }) => updatedAt,
};

function writeSecret({ name, usedBy }: Secret): string {
  return toFacts({ secret: name, "used by": usedBy.map(({ type, id }) => `${type} ${id}`).join(", ") });
}

const proxyColumns: Columns<Proxy> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  address: ({ scheme, host }) => `${scheme}://${host}`,
  test: ({ lastTest }) => (lastTest === null ? "none" : (lastTest.problem ?? "ok")),
};

function writeProxy({ id, name, scheme, host, country, note, lastTest }: Proxy): string {
  const test = lastTest && (lastTest.problem ?? `${lastTest.statusCode} in ${lastTest.milliseconds} ms`);
  return toFacts({ proxy: id, name, address: `${scheme}://${host}`, country, note, test });
}

const targetColumns: Columns<AlertTarget> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  channels: ({ channels }) => channelsOf(channels),
  recipients: ({ recipientIds }) => recipientIds.length,
  monitors: ({ tags, allMonitors }) => (allMonitors ? "all" : tags.join(", ")),
};

function writeTarget({ id, name, channels, recipientIds, tags, allMonitors, template }: AlertTarget): string {
  const recipients = recipientIds.join(", ");
  return toFacts({
    target: id,
    name,
    channels: channelsOf(channels),
    recipients,
    tags: tags.join(", "),
    "all monitors": allMonitors ? "yes" : "no",
    title: template?.title,
    text: template?.text,
  });
}

function writePreview({ title, text }: TemplatePreview): string {
  return `${title}\n\n${text}`;
}

function channelsOf(channels: AlertTarget["channels"]): string {
  return channels.map(({ type }) => type).join(", ");
}

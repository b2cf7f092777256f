import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { type Feed, type ImageLink, signImageUrl, type SigningKey } from "../../../typescript/src/index.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { type Columns, printList, toFacts } from "../table.ts";

/** Addresses that work without an API key: feeds, and links to pictures. */
export function addLinks(program: CommandUnknownOpts, cli: Cli): void {
  addFeeds(program, cli);
  addSigningKeys(program, cli);
  program
    .command("link")
    .summary("sign a link to the picture of a page, for img and Open Graph tags")
    .description(
      "Prints a link that needs no key. It is signed by WATCHFRAME_SIGNING_KEY_ID and WATCHFRAME_SIGNING_SECRET, which `watchframe signing-keys create` prints. No request is sent.",
    )
    .argument("<address>", "address of the page")
    .argument("[options...]", "options of the picture, such as width=1200 fullPage=true ttl=3600")
    .action(async (url, options) => {
      const link = await signImageUrl(signerOf(cli), { url, ...readOptions(options) });
      await cli.print({ url: link }, () => link);
    });
}

function addFeeds(program: CommandUnknownOpts, cli: Cli): void {
  const feeds = program.command("feeds").summary("Atom feeds of changes");
  feeds
    .command("list")
    .summary("list the feeds with their addresses")
    .action(async () => printList(cli, await cli.client.feeds.list(cli.call), { columns: feedColumns }));
  feeds
    .command("create")
    .summary("create a feed and print its address")
    .option("--tag <tag>", "only monitors with this tag")
    .option("--monitor <id>", "only this monitor")
    .action(async ({ tag, monitor }) => {
      const request = { ...(tag !== undefined && { tag }), ...(monitor !== undefined && { monitorId: monitor }) };
      await cli.print(await cli.client.feeds.create(request, cli.waiting), ({ url }) => url);
    });
  feeds
    .command("delete")
    .summary("end a feed; its address stops working")
    .argument("<id>", "id of the feed")
    .action(async (id) =>
      cli.print(await cli.client.feeds.delete(id, cli.call), ({ id: gone }) => toFacts({ feed: gone })),
    );
}

function addSigningKeys(program: CommandUnknownOpts, cli: Cli): void {
  const keys = program.command("signing-keys").summary("keys that sign links to pictures");
  keys
    .command("list")
    .summary("list the keys, without their secrets")
    .action(async () => printList(cli, await cli.client.signingKeys.list(cli.call), { columns: keyColumns }));
  keys
    .command("create")
    .summary("create a key and print its secret; it is shown once")
    .argument("<name>", "name of the key")
    .action(async (name) => {
      const created = await cli.client.signingKeys.create(name, cli.waiting);
      await cli.say(`Signing key ${created.key.id}. Only this output shows its secret:`);
      await cli.print(created, ({ secret }) => secret);
    });
  keys
    .command("delete")
    .summary("end a key; the links that it signed stop working")
    .argument("<id>", "id of the key")
    .action(async (id) => cli.print(await cli.client.signingKeys.delete(id, cli.call), writeKey));
}

/** @throws CliError without a signing key. */
function signerOf(cli: Cli) {
  const { WATCHFRAME_SIGNING_KEY_ID: keyId = "", WATCHFRAME_SIGNING_SECRET: secret = "" } = cli.io.env;
  if (keyId !== "" && secret !== "") return { baseUrl: cli.connection().url, keyId, secret };
  throw new CliError(
    "There is no signing key. Set WATCHFRAME_SIGNING_KEY_ID and WATCHFRAME_SIGNING_SECRET; `watchframe signing-keys create` prints them.",
  );
}

/** The options as the link's query has them. The service checks them. */
function readOptions(words: readonly string[]): Omit<ImageLink, "url"> {
  return Object.fromEntries(
    words.map((word) => {
      const [name = "", ...value] = word.split("=");
      if (value.length === 0) throw new CliError(`${JSON.stringify(word)} has no value. Write name=value.`);
      return [name, value.join("=")];
    }),
  );
}

const feedColumns: Columns<Feed> = {
  id: ({ id }) => id,
  monitors: ({ tag, monitorId }) => monitorId ?? tag ?? "all",
  address: ({ url }) => url,
};

const keyColumns: Columns<SigningKey> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  created: ({ createdAt }) => createdAt,
};

function writeKey({ id, name, createdAt }: SigningKey): string {
  return toFacts({ "signing key": id, name, created: createdAt });
}

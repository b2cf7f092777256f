import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { Watchframe } from "../../../typescript/src/index.ts";
import type { Cli } from "../cli.ts";
import { toUrl } from "../connection.ts";
import { CliError } from "../exitCodes.ts";
import { configFileOf, readProfiles, writeProfiles } from "../profiles.ts";
import { askSecret } from "../prompt.ts";

export function addProfiles(program: CommandUnknownOpts, cli: Cli): void {
  program
    .command("login")
    .summary("store a key for a service")
    .description(
      "Stores a key for a service, after a call that shows that it is valid. The key comes from standard input, or from a prompt. A flag would leave it in the shell's history.",
    )
    .argument("[name]", "name of the profile", "default")
    .action((name) => logIn(cli, name));
  program
    .command("logout")
    .summary("delete a stored key")
    .argument("[name]", "name of the profile (default: the current one)")
    .action((name) => logOut(cli, name));

  const profile = program.command("profile").summary("list and choose stored services and keys");
  profile
    .command("list")
    .summary("print the profiles, without their keys")
    .action(async () => {
      const { current, profiles } = readProfiles(cli.io);
      const rows = Object.entries(profiles).map(([name, { url }]) => ({ name, url, current: name === current }));
      await cli.print(rows, (listed) =>
        listed.map((row) => `${row.current ? "*" : " "} ${row.name}  ${row.url}`).join("\n"),
      );
    });
  profile
    .command("use")
    .summary("make a profile the current one")
    .argument("<name>")
    .action(async (name) => {
      const stored = readProfiles(cli.io);
      mustHave(stored.profiles, name);
      writeProfiles(cli.io, { ...stored, current: name });
      await cli.say(`Commands now use profile ${name}.`);
    });
}

async function logIn(cli: Cli, name: string): Promise<void> {
  const url = toUrl(cli.flags.url ?? (cli.io.env["WATCHFRAME_URL"] || "http://127.0.0.1:3000"));
  const apiKey = await askSecret(cli.io, `API key for ${url}: `);
  const { key } = await new Watchframe({ baseUrl: url, apiKey }).operations.getCurrentApiKey({ signal: cli.io.signal });
  const stored = readProfiles(cli.io);
  writeProfiles(cli.io, { current: name, profiles: { ...stored.profiles, [name]: { url, apiKey } } });
  await cli.say(`The key ${JSON.stringify(key.name)} is stored as profile ${name} in ${configFileOf(cli.io)}.`);
}

async function logOut(cli: Cli, given: string | undefined): Promise<void> {
  const { current, profiles } = readProfiles(cli.io);
  const name = given ?? current;
  if (name === null) throw new CliError("There is no profile.");
  mustHave(profiles, name);
  const { [name]: _deleted, ...rest } = profiles;
  writeProfiles(cli.io, { current: current === name ? (Object.keys(rest)[0] ?? null) : current, profiles: rest });
  await cli.say(`Profile ${name} is deleted. The key itself stays valid: \`watchframe keys revoke\` ends it.`);
}

function mustHave(profiles: Readonly<Record<string, unknown>>, name: string): void {
  if (!Object.hasOwn(profiles, name)) {
    throw new CliError(`There is no profile ${JSON.stringify(name)}. See \`watchframe profile list\`.`);
  }
}

import { PassThrough } from "node:stream";
import type { Argument, CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { exitCodes } from "./exitCodes.ts";
import { namedFlags } from "./namedFlags.ts";
import manifest from "../package.json" with { type: "json" };
import { createProgram } from "./program.ts";

const head = `# Command line

\`watchframe\` takes pictures, reads pages, compares them and manages monitors from a terminal or a script. It is in
\`clients/cli\` and needs Node.js 20.12 or later. This page is generated from its commands by \`npm run client:generate\`.

\`\`\`sh
watchframe login --url https://shots.example.com     # asks for the key and stores it
watchframe shot https://example.com -o page.png      # a picture
watchframe read https://example.com                  # its main content as Markdown
watchframe diff https://example.com https://staging.example.com && echo equal
watchframe crawl https://example.com --limit 20 -o site
\`\`\`

In a checkout with a running stack, \`npx watchframe\` needs no configuration. Elsewhere, install the archive that a
checkout packs. It has no dependencies:

\`\`\`sh
npm ci && npm pack --workspace clients/cli    # in the checkout: writes watchframe-${manifest.version}.tgz
npm install --global ./watchframe-${manifest.version}.tgz   # on any machine, from that file or its address
\`\`\`

It is in no registry: outside of a checkout, \`npx watchframe\` would run a stranger's package. The
[step for GitHub Actions](../clients/action/README.md) compares the pages of pull requests by this command line.

## Input and output

- Bytes and data go to standard output, words for people to standard error. \`-o -\` writes bytes to standard output, and
  \`-\` as an input reads standard input.
- \`--json\` prints one JSON document, and \`--jsonl\` one a line. After a failure it is \`{"error": {"code", "message"}}\`.
- Progress shows on a terminal only. \`NO_COLOR\` and \`--no-color\` turn colours off.
- A file that exists is not overwritten without \`--force\`.
- After Ctrl-C accepted work goes on. A batch or a crawl then says how to wait for it again.

## The service and the key

The first of these that has a key is used:

| source | address |
| --- | --- |
| \`WATCHFRAME_API_KEY\`, or \`WATCHFRAME_API_KEY_FILE\` with the name of a file | \`--url\`, \`WATCHFRAME_URL\`, else \`http://127.0.0.1:3000\` |
| a profile of \`watchframe login\`: \`--profile\`, that of the address, or the current one | stored with the key |
| \`.watchframe/stack.json\` of this folder or one above it, or of \`WATCHFRAME_HOME\` | that of the running stack |

A key is never sent to another address than the one it was stored for. No flag takes a secret. Profiles are in
\`watchframe/config.json\` below \`XDG_CONFIG_HOME\` or \`~/.config\`, and only you can read the file.
`;

/** Pages of commands: the name of the file, the title, and the commands of the first level. The last has all others. */
const pages: readonly { name: string; title: string; commands?: readonly string[] }[] = [
  {
    name: "cli-captures",
    title: "Command line: captures",
    commands: ["shot", "devices", "read", "render", "diff", "multi", "batch", "crawl", "schedule", "job"],
  },
  { name: "cli-monitors", title: "Command line: monitors", commands: ["monitor", "defaults", "changes"] },
  { name: "cli-service", title: "Command line: account and service" },
];

/** The documents of the command line by their files, from the commands themselves. */
export function commandsPages(): Record<string, string> {
  const { program } = createProgram({
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    cwd: "/",
    signal: new AbortController().signal,
  });
  const settings = settingsOf(program);
  const listed = new Set(pages.flatMap(({ commands = [] }) => commands));
  const commandsOf = ({ commands }: (typeof pages)[number]) =>
    program.commands.filter((each) =>
      commands === undefined ? !listed.has(each.name()) : commands.includes(each.name()),
    );
  const rows = pages.flatMap((page) => commandsOf(page).map((command) => rowOf(command, page.name)));
  return {
    "docs/cli.md": [
      head,
      "## Exit codes\n",
      table(
        ["code", "meaning"],
        Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning]),
      ),
      "## Options of every command\n",
      optionTable(program.options),
      "## Commands\n",
      table(["command", "does"], rows),
    ].join("\n"),
    "docs/cli-options.md": [
      "# Command line: options of captures\n",
      "Commands that capture pages take these options of the API. [Captures](captures.md) explains them.\n",
      optionTable(optionsOf(program, "shot").filter(isOfCapture)),
    ].join("\n"),
    ...Object.fromEntries(
      pages.map((page) => {
        const commands = commandsOf(page);
        const sections = commands.flatMap((command) => section(command, "##", settings));
        const ofMonitors = commands.some((each) => each.name() === "monitor") ? settingsSection(settings) : [];
        const about = "[Command line](cli.md) has the options of every command, and the exit codes.\n";
        return [`docs/${page.name}.md`, [`# ${page.title}\n`, about, ...ofMonitors, ...sections].join("\n")];
      }),
    ),
  };
}

/** A command with its page and its effect. */
function rowOf(command: CommandUnknownOpts, page: string): string[] {
  return [
    `[\`${command.name()}\`](${page}.md#${command.name()})`,
    sentence(command.summary() || command.description()),
  ];
}

function settingsSection(settings: readonly Option[]): string[] {
  const text = "Commands that make or change monitors take these options, and those of [captures](cli-options.md).\n";
  return ["## Settings of a monitor\n", text, optionTable(settings)];
}

function section(command: CommandUnknownOpts, level: string, settings: readonly Option[]): string[] {
  const names = new Set(settings.map(({ flags }) => flags));
  const isSetting = ({ flags }: Option): boolean => pathOf(command).startsWith("monitor") && names.has(flags);
  const own = command.options.filter((option) => !isOfCapture(option));
  const hasSettings = own.filter(isSetting).length === settings.length;
  const options = hasSettings ? own.filter((option) => !isSetting(option)) : own;
  const takesCapture = own.length < command.options.length;
  const text = command.description() || command.summary();
  const more = [
    ...(hasSettings ? ["the [settings of a monitor](#settings-of-a-monitor)"] : []),
    ...(takesCapture ? ["the [options of a capture](cli-options.md)"] : []),
  ];
  return [
    `${level} ${pathOf(command)}\n`,
    `${sentence(text)}\n`,
    ...(command.commands.length > 0 ? [] : [`\`\`\`sh\n${usageOf(command)}\n\`\`\`\n`]),
    ...(command.registeredArguments.length > 0 ? [argumentTable(command.registeredArguments)] : []),
    ...(options.length > 0 ? [optionTable(options)] : []),
    ...(more.length > 0 ? [`It takes ${more.join(" and ")}, too.\n`] : []),
    ...command.commands.flatMap((each) => section(each, "###", settings)),
  ];
}

/** The options that all commands share which make or change monitors. */
function settingsOf(program: CommandUnknownOpts): Option[] {
  const of = (name: string): readonly Option[] => {
    const monitor = program.commands.find((command) => command.name() === "monitor");
    return monitor === undefined ? [] : optionsOf(monitor, name).filter((option) => !isOfCapture(option));
  };
  const shared = new Set(of("update").map(({ flags }) => flags));
  return of("create").filter(({ flags }) => shared.has(flags));
}

function optionsOf(program: CommandUnknownOpts, name: string): readonly Option[] {
  return program.commands.find((command) => command.name() === name)?.options ?? [];
}

const captureNames: ReadonlySet<string> = new Set([...namedFlags.map(({ flag }) => flag), "--options"]);

function isOfCapture({ long, flags }: Option): boolean {
  // `read --format` chooses the content.
  return long !== undefined && captureNames.has(long) && !flags.includes("<format>");
}

function pathOf(command: CommandUnknownOpts): string {
  return command.parent?.parent == null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function usageOf(command: CommandUnknownOpts): string {
  const words = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? "..." : ""}`;
    return each.required ? `<${name}>` : `[${name}]`;
  });
  return ["watchframe", pathOf(command), ...words].join(" ");
}

function sentence(text: string): string {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.`]$/.test(first) ? first : `${first}.`;
}

function argumentTable(given: readonly Argument[]): string {
  return table(
    ["argument", "meaning"],
    given.map((each) => [`\`${each.name()}\``, each.description]),
  );
}

function optionTable(options: readonly Option[]): string {
  return table(
    ["option", "meaning"],
    options.map(({ flags, description }) => [`\`${flags}\``, description]),
  );
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, headings.map(() => "---"), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`,
  );
  return `${lines.join("\n")}\n`;
}

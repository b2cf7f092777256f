import { Argument, type CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";

const shells = ["bash", "zsh", "fish"] as const;

export function addCompletion(program: CommandUnknownOpts, cli: Cli): void {
  program
    .command("completion")
    .summary("print a script that completes commands in a shell")
    .description('Prints a script for a shell. For bash, add `eval "$(watchframe completion bash)"` to ~/.bashrc.')
    .addArgument(new Argument("<shell>", shells.join(", ")).choices(shells))
    .action((shell) => cli.print({ script: scripts[shell](wordsOf(program)) }, ({ script }) => script));
}

/** The words that may follow a command: its sub-commands and its flags, by the words before. */
type Words = ReadonlyMap<string, readonly string[]>;

function wordsOf(program: CommandUnknownOpts): Words {
  const wordsByCommand = new Map<string, string[]>();
  const globals = flagsOf(program);
  const visit = (command: CommandUnknownOpts, before: readonly string[]): void => {
    const names = command.commands.map((each) => each.name());
    const flags = command === program ? [] : flagsOf(command);
    wordsByCommand.set(before.join(" "), [...names, ...flags, ...globals, "--help"]);
    for (const each of command.commands) visit(each, [...before, each.name()]);
  };
  visit(program, []);
  return wordsByCommand;
}

function flagsOf(command: CommandUnknownOpts): string[] {
  return command.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]));
}

const scripts: Readonly<Record<(typeof shells)[number], (words: Words) => string>> = {
  bash: (words) => `_watchframe() {
  local path="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) if _watchframe_words "\${path:+$path }$word" >/dev/null; then path="\${path:+$path }$word"; fi ;; esac
  done
  COMPREPLY=($(compgen -W "$(_watchframe_words "$path")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
_watchframe_words() {
  case "$1" in
${[...words].map(([path, names]) => `    ${JSON.stringify(path)}) echo "${names.join(" ")}" ;;`).join("\n")}
    *) return 1 ;;
  esac
}
complete -o default -F _watchframe watchframe`,
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit
${scripts.bash(words)}`,
  fish: (words) =>
    [...words]
      .flatMap(([path, names]) => {
        const parts = path === "" ? [] : path.split(" ");
        const seen = parts.map((part) => `__fish_seen_subcommand_from ${part}`).join("; and ");
        const condition = path === "" ? "__fish_use_subcommand" : seen;
        return [`complete -c watchframe -n '${condition}' -a '${names.join(" ")}'`];
      })
      .join("\n"),
};

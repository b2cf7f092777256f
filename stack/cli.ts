import { runCli } from "./commands/runCli.ts";

// `npm run cli`: an operator's command line. The commands are in `commands/`.
const { code, text } = await runCli(process.argv.slice(2), process.env);
(code === 0 ? process.stdout : process.stderr).write(text);
process.exitCode = code;

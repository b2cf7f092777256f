import { buildConsole } from "./consoleBuild.ts";

await buildConsole(console.error);

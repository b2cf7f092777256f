import { newCaller, usePipeline } from "../../support/pipeline.ts";
import { openSketchBrowser } from "../../support/sketches/sketchBrowser.ts";
import { useCommandLine } from "./commandLine.ts";

/** The command line with a new account for each test, on a service that captures no page. */
export function useAccountCommands() {
  const pipeline = usePipeline({ allow: () => [], openBrowser: openSketchBrowser });
  const cli = useCommandLine();
  let env: Record<string, string>;
  beforeEach(async () => {
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
  });
  return {
    folder: () => cli.cwd,
    run: (args: string[], input: string | Buffer = "") => cli.run(args, { env, input }),
  };
}

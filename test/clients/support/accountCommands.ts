import { newCaller, usePipeline } from "../../support/pipeline.ts";
import { openSketchBrowser } from "../../support/sketches/sketchBrowser.ts";
import { useCommandLine } from "./commandLine.ts";

type ServiceSettings = Parameters<typeof usePipeline>[0];

const noPages: ServiceSettings = { allow: () => [], openBrowser: openSketchBrowser };

/** The command line with a new account for each test. The service captures no page by default. */
export function useAccountCommands(settings = noPages) {
  const pipeline = usePipeline(settings);
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

import { type CommandUnknownOpts, InvalidArgumentError } from "@commander-js/extra-typings";
import { createTransport, toBaseUrl } from "../../../typescript/src/transport.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { write } from "../io.ts";
import { parseJson } from "../profiles.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

export function addApi(program: CommandUnknownOpts, cli: Cli): void {
  program
    .command("api")
    .summary("call the API and print its reply")
    .description("Calls any path of the API with the stored key. `/docs` of the service describes the paths.")
    .argument("<method>", methods.join(", "), toMethod)
    .argument("<path>", "path with its query, such as /jobs?limit=5", toPath)
    .option("-d, --data <json>", "body of the request; @file reads a file, and @- standard input")
    .action(async (method, place, { data }) => {
      const { url, apiKey } = cli.connection();
      const transport = createTransport({ baseUrl: toBaseUrl(url), apiKey, fetch, maxRetries: 2, timeoutMs: 100_000 });
      const { pathname, searchParams } = new URL(place, "http://path.invalid");
      const request = {
        method,
        path: pathname,
        query: Object.fromEntries(searchParams),
        ...(data !== undefined && { body: await readBody(cli, data) }),
        // The API ignores the key on paths that neither create nor charge.
        idempotent: method === "POST",
      };
      const reply = await transport.raw(request, cli.waiting);
      await write(cli.io.stdout, new Uint8Array(await reply.arrayBuffer()));
    });
}

function toMethod(text: string): (typeof methods)[number] {
  const method = methods.find((known) => known === text.toUpperCase());
  if (method !== undefined) return method;
  throw new InvalidArgumentError(`It must be one of these: ${methods.join(", ")}.`);
}

function toPath(text: string): string {
  if (text.startsWith("/") && !text.startsWith("//")) return text;
  throw new InvalidArgumentError("It must begin with one slash.");
}

async function readBody(cli: Cli, data: string): Promise<unknown> {
  const text = data.startsWith("@") ? (await readInput(cli, data.slice(1))).toString("utf8") : data;
  const body = parseJson(text);
  if (body === undefined) throw new CliError("-d has no JSON.");
  return body;
}

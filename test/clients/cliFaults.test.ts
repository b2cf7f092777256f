import { expect } from "chai";
import { readExamples, withValues } from "../support/examples.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { useCommandLine } from "./support/commandLine.ts";
import { accept, busy, openFaultyServer, reset } from "./support/faultyServer.ts";

describe("the command line through faults", function () {
  this.timeout(120_000);
  const server = useResource(openFaultyServer);
  const cli = useCommandLine();
  const start = () => {
    const env = { WATCHFRAME_URL: server.baseUrl, WATCHFRAME_API_KEY: "wf_live_any" };
    return cli.run(["shot", "https://example.com", "--no-wait"], { env });
  };

  it("repeats a start after a reset, 429 and 503 with one key, and ends with 0", async () => {
    for (const fault of [reset, busy(429), busy(503)]) {
      server.replyWith(fault, accept);
      const { code, text, stderr } = await start();
      expect([code, text], stderr).to.deep.equal([0, "01a\n"]);
      const [first, second] = server.seen;
      expect([server.seen.length, first?.key]).to.deep.equal([2, second?.key]);
      expect(first?.key).to.be.a("string");
    }
  });

  const lasting = [
    { fault: reset, name: "a connection that always breaks", code: 7 },
    { fault: busy(503), name: "an API that is away", code: 7 },
    { fault: busy(429), name: "a limit that stays reached", code: 6 },
  ];
  for (const { fault, name, code } of lasting) {
    it(`ends with ${code} for ${name}, with all tries under one key`, async () => {
      server.replyWith(fault);
      const ended = await start();
      expect([ended.code, ended.text]).to.deep.equal([code, ""]);
      expect(ended.stderr).to.match(/^watchframe: /);
      expect(new Set(server.seen.map(({ key }) => key)).size).to.equal(1);
      expect(server.seen).to.have.length(3);
    });
  }

  describe("with the whole service", () => {
    const site = useResource(startHeldSite);
    const pipeline = usePipeline({ allow: () => [site.host] });
    let env: Record<string, string>;

    beforeEach(async () => {
      const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
      env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
    });

    it("waits through a restart of the API, and the render is charged once", async () => {
      const before = site.seen.length;
      const waiting = cli.run(["shot", `${site.url}/restart`, "-o", "restart.jpg"], { env });
      await until(async () => site.seen.length > before);
      await pipeline.stopApi();
      await pipeline.startApi();
      site.release();
      const { code, text, stderr } = await waiting;
      expect([code, text], stderr).to.deep.equal([0, "restart.jpg\n"]);
      const usage = await cli.run(["usage", "--json"], { env });
      expect(JSON.parse(usage.text)).to.have.nested.property("credits.used", 1);
    });

    it("runs the lines of the documents", async () => {
      site.release();
      site.page = "<!doctype html><title>Lamps</title><main><h1>Lamps</h1><p>A lamp costs €39 today.</p></main>";
      const examples = [...readExamples("README.md", "sh"), ...readExamples("clients/cli/README.md", "sh")];
      const values = { "https://example.com": site.url, "https://example.org": `${site.url}/other` };
      const lines = examples.flatMap(({ code }) => withValues(code, values).split("\n"));
      const commands = lines.flatMap((line) => {
        const [, words] = /^(?:npx )?watchframe ((?!login)[^|#]*)/.exec(line) ?? [];
        return words === undefined ? [] : [words.trim()];
      });
      expect(commands.length).to.be.at.least(7);
      for (const words of commands) {
        const { code, stderr } = await cli.run(words.split(/ +/), { env });
        expect(code, `${words}: ${stderr}`).to.equal(0);
      }
    });
  });
});

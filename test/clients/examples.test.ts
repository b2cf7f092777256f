import { expect } from "chai";
import { existsSync } from "node:fs";
import path from "node:path";
import { minimalEnvironment } from "../support/environment.ts";
import { type Example, readExamples, runProgram, withValues } from "../support/examples.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { createClientProject } from "./support/installedClient.ts";

const documents = ["README.md", "clients/typescript/README.md", "docs/clients.md"];
const examples = documents.flatMap((document) => readExamples(document, "ts"));

/** Lines for the names that an example uses and does not declare. Later ones may use earlier ones. */
const declarations: [name: string, lines: string][] = [
  ["wf", `import { Watchframe } from "@watchframe/client";\nconst wf = new Watchframe();`],
  ["id", `const { id } = await wf.renders.create({ url: "https://example.com" });`],
  ["secret", `const secret = "a secret of plain words";`],
  [
    "request",
    `import { createHmac } from "node:crypto";
    const sentBody = JSON.stringify({ id: "evt_1", type: "job.completed", timestamp: new Date().toISOString(), data: {} });
    const sentAt = String(Math.floor(Date.now() / 1000));
    const signature = createHmac("sha256", secret).update(\`evt_1.\${sentAt}.\${sentBody}\`).digest("base64");
    const request = new Request("http://127.0.0.1/hook", { method: "POST", body: sentBody, headers: {
      "webhook-id": "evt_1", "webhook-timestamp": sentAt, "webhook-signature": \`v1,\${signature}\`,
    } });`,
  ],
];

/** An example with the declarations that it needs, as a module. The last line proves that it ran to its end. */
function toModule({ code }: Example): string {
  const needed: string[] = [];
  for (const [name, lines] of declarations.toReversed()) {
    const all = [...needed, code].join("\n");
    const isDeclared = new RegExp(`(?:const|let) (?:${name}\\b|\\{[^}]*\\b${name}\\b)`).test(all);
    if (!isDeclared && new RegExp(`(?<![.\\w"])${name}\\b(?!:)`).test(all)) needed.unshift(lines);
  }
  return [...needed, code, `console.log("ran to its end");`].join("\n");
}

/** The first lines of the examples that do not end. */
const endless: [code: string, shown: RegExp][] = [["wf.events(", /^[\w-]{36} \d+$/m]];

describe("the examples of the TypeScript client", function () {
  this.timeout(60_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  const project = useResource(createClientProject);
  let caller: Caller;
  const modules = new Map<Example, string>();

  before(async () => {
    site.release();
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    for (const [index, example] of examples.entries()) {
      const code = withValues(toModule(example), {
        "https://example.com": `${site.url}/prices`,
        "http://127.0.0.1:3000": pipeline.apiUrl,
        "wf_live_…": caller.key,
      });
      modules.set(example, await project.write(`example${index}.ts`, code));
    }
  });

  /** Submits renders until a program has ended, as it may begin to listen after the first. */
  async function submitUntil(program: Promise<unknown>): Promise<void> {
    let isOver = false;
    void program.finally(() => (isOver = true));
    await until(async () => {
      await caller.submit({ url: site.url });
      return isOver;
    });
  }

  it("fit the types of the client", async () => {
    const { code, stdout } = await project.check();
    expect(stdout).to.equal("");
    expect(code).to.equal(0);
  });

  for (const example of examples) {
    it(`run: ${example.place}`, async () => {
      const [, stopAt = null] = endless.find(([code]) => example.code.includes(code)) ?? [];
      const program = runProgram({
        command: process.execPath,
        args: ["--disable-warning=ExperimentalWarning", modules.get(example) ?? ""],
        cwd: project.folder,
        env: {
          ...minimalEnvironment(),
          WATCHFRAME_API_KEY: caller.key,
          WATCHFRAME_URL: pipeline.apiUrl,
        },
        ...(stopAt !== null && { stopAt }),
      });
      if (stopAt !== null) await submitUntil(program);
      const { stdout, stderr } = await program;
      expect(stderr).to.equal("");
      expect(stdout).to.match(stopAt ?? /ran to its end\n$/);
    });
  }

  it("write the files that they name", () => {
    expect(existsSync(path.join(project.folder, "page.jpg"))).to.equal(true);
  });
});

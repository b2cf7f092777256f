import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { listen } from "#egress/listen.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { servers } from "../support/servers.ts";

const secret = "correct-horse-battery";

/** The output and exit code of a program that refuses to start. */
async function refusal(
  script: string,
  settings: Record<string, string> = {},
): Promise<{ code: unknown; printed: string }> {
  const child = spawn(process.execPath, [script], { env: { ...minimalEnvironment(), ...settings } });
  const [printed, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, printed };
}

describe("a program that can't start", function () {
  this.timeout(60_000);
  let sound: Record<string, string>;

  before(async () => {
    const { settings } = await servers();
    const keys = { WATCHFRAME_SIGNING_KEY: randomBytes(32).toString("base64"), WATCHFRAME_LOG_LEVEL: "silent" };
    sound = { ...settings, ...keys, WATCHFRAME_PUBLIC_URL: "http://api.test", WATCHFRAME_PORT: "0" };
  });

  for (const [script, missing] of [
    ["api/main.ts", "WATCHFRAME_MONGO_URL"],
    ["worker/main.ts", "WATCHFRAME_MONGO_URL"],
    ["temporal-config/codecMain.ts", "WATCHFRAME_PAYLOAD_KEY_RING"],
  ] as const) {
    it(`${script} names the settings it lacks, and nothing else`, async () => {
      const { code, printed } = await refusal(script);
      expect(printed).to.match(/^Wrong settings:\n(?: {2}WATCHFRAME_\w+ is required\n)+$/);
      expect(printed).to.include(missing);
      expect(code).to.equal(1);
    });
  }

  const wrong: Record<string, [settings: Record<string, string>, printed: string]> = {
    "a file that is not there": [
      { WATCHFRAME_KEY_RING_FILE: "/nowhere/keys" },
      "WATCHFRAME_KEY_RING_FILE: ENOENT: no such file or directory, open '/nowhere/keys'\n",
    ],
    "an address of MongoDB that is none": [
      { WATCHFRAME_MONGO_URL: `mongodb://u:${secret}@db:99999/watchframe` },
      "WATCHFRAME_MONGO_URL: Unable to parse db:99999 with URL\n",
    ],
    "a key that is too short": [
      { WATCHFRAME_KEY_RING: "k1:c2hvcnQ=" },
      "WATCHFRAME_KEY_RING: key k1 must be the base64 of 32 bytes, got 5.\n",
    ],
    "plans that are no JSON": [
      { WATCHFRAME_PLANS: "{free" },
      "WATCHFRAME_PLANS is not valid JSON; the path of a file is given in WATCHFRAME_PLANS_FILE.\n",
    ],
  };

  for (const [what, [settings, printed]] of Object.entries(wrong)) {
    it(`says of ${what} what is wrong`, async () => {
      expect(await refusal("api/main.ts", { ...sound, ...settings })).to.deep.equal({ code: 1, printed });
    });
  }

  it("says which port is taken, and what sets it", async () => {
    const other = createServer();
    const port = await listen(other, "127.0.0.1");
    const { code, printed } = await refusal("api/main.ts", {
      ...sound,
      WATCHFRAME_HOST: "127.0.0.1",
      WATCHFRAME_PORT: String(port),
    });
    other.close();
    expect(printed).to.match(/^listen EADDRINUSE: address already in use 127\.0\.0\.1:\d+; .*WATCHFRAME_HOST, _PORT/);
    expect([code, printed.split("\n").length]).to.deep.equal([1, 2]);
  });

  it("says where a worker looked for Temporal", async () => {
    const settings = { ...sound, WATCHFRAME_TEMPORAL_ADDRESS: "127.0.0.1:9", WATCHFRAME_WORKER_QUEUES: "io" };
    const { code, printed } = await refusal("worker/main.ts", { ...settings, WATCHFRAME_HEALTH_PORT: "0" });
    expect(printed).to.match(/^Temporal can't be reached at 127\.0\.0\.1:9 .* WATCHFRAME_TEMPORAL_ADDRESS.*\n$/);
    expect(code).to.equal(1);
  });

  it("says where a worker looked for its browser", async () => {
    const settings = { ...sound, WATCHFRAME_CHROME_PATH: "/nowhere/chrome", WATCHFRAME_CHROME_SANDBOX: "false" };
    const { code, printed } = await refusal("worker/main.ts", { ...settings, WATCHFRAME_HEALTH_PORT: "0" });
    expect(printed).to.match(/^WATCHFRAME_CHROME_PATH: .*\/nowhere\/chrome.*\n$/);
    expect(code).to.equal(1);
  });
});

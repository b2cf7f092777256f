import { Writable } from "node:stream";
import { expect } from "chai";
import { createLogger, redact } from "#telemetry/logger.ts";

function logged(log: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines: string[] = [];
  const sink = new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) });
  log(createLogger({ name: "test", level: "trace" }, sink));
  return JSON.parse(lines.join(""));
}

describe("log lines", () => {
  it("are JSON with level, time and the ids given", () => {
    const line = logged((logger) => logger.info({ jobId: "j1", requestId: "r1" }, "done"));
    expect(line).to.include({ level: "info", name: "test", jobId: "j1", requestId: "r1", msg: "done" });
    expect(new Date(String(line["time"])).toISOString()).to.equal(line["time"]);
  });

  it("are one line each, whatever a page or a caller puts into them", () => {
    const forged = 'x\n{"level":"info","msg":"forged"}\r\n\u2028\u001b[2J';
    const lines: string[] = [];
    const logger = createLogger({ name: "test", level: "info" }, { write: (line: string) => void lines.push(line) });
    logger.info({ requestId: forged, error: new Error(forged, { cause: forged }) }, forged);
    expect(lines.length).to.equal(1);
    for (const control of ["\n", "\r", "\u001b"]) expect(lines[0]?.trimEnd()).to.not.include(control);
    expect(JSON.parse(lines[0] ?? "").msg).to.equal(forged);
  });

  it("show errors by type, code and message, without what else hangs on them, causes included", () => {
    const cause = Object.assign(new Error("GET https://user:pw@a.example/p?token=T0P failed"), {
      code: "ECONNRESET",
      headers: { cookie: "T0P" },
    });
    const line = logged((logger) => logger.error({ error: new TypeError("bad", { cause }) }, "failed"));
    expect(line["error"]).to.deep.include({ type: "TypeError", message: "bad" });
    expect(JSON.stringify(line)).to.include("ECONNRESET").and.include("https://a.example/…").and.not.include("T0P");
  });
});

describe("redaction", () => {
  const table: [text: string, shown: string][] = [
    ["at https://a.example/path?x=1#y now", "at https://a.example/… now"],
    ["https://user:secret@a.example:8443/", "https://a.example:8443/…"],
    ["https://user:secret@a.example", "https://a.example/…"],
    ["https://user:se/cret@a.example", "https://user:se/…"],
    ["ws://a.example/socket", "ws://a.example/…"],
    ["key wf_live_abcDEF123 used", "key wf_live_… used"],
    ["cookies sealed:v1:k1:AbC-_9 here", "cookies sealed:… here"],
    ["nothing to hide", "nothing to hide"],
  ];
  for (const [text, shown] of table) it(`of ${JSON.stringify(text)}`, () => expect(redact(text)).to.equal(shown));
});

import { expect } from "chai";
import { Type } from "typebox";
import { Wait } from "#api/jobs/routes.ts";
import { CrawlRequest } from "#schemas/crawl.ts";
import { ChannelInput } from "#schemas/monitor/channels.ts";
import { MonitorRequest } from "#schemas/monitor/monitor.ts";
import { RenderRequest } from "#schemas/renders/render.ts";
import { readEnv } from "#schemas/settings/readEnv.ts";
import { bodyValidator, stringsValidator } from "#schemas/validate.ts";

const validate = bodyValidator(RenderRequest);

function problemsOf(body: unknown): Record<string, string> {
  const checked = validate(body);
  return checked.ok ? {} : Object.fromEntries(checked.problems.map(({ field, message }) => [field, message]));
}

describe("body validation", () => {
  it("applies defaults to a copy and leaves what was given alone", () => {
    const body = { url: "https://a.example" };
    const checked = validate(body);
    expect(checked.ok && checked.value).to.include({
      timeout: 30,
      width: 1280,
      height: 720,
      quality: 80,
      fullPage: false,
    });
    expect(body).to.deep.equal({ url: "https://a.example" });
  });

  it("reports every problem at once, by its dotted path", () => {
    const body = {
      url: "ftp://a.example",
      timeout: 9,
      width: "100",
      cookies: [{ name: "a", value: "b" }, { name: "" }],
      headers: { a: 1 },
    };
    expect(problemsOf(body)).to.deep.equal({
      url: "must start with http:// or https://",
      timeout: "must be at least 10 seconds, got 9",
      width: "must be an integer, got a string",
      "cookies.1.name": "must not be empty",
      "cookies.1.value": "is required",
      "headers.a": "must be a string, got a number",
    });
  });

  it("names an unknown field and the known one it is nearest to", () => {
    expect(problemsOf({ url: "https://a.example", fullpage: true })).to.deep.equal({
      fullpage: "is not a known field; did you mean fullPage?",
    });
    expect(problemsOf({ url: "https://a.example", zzz: true })).to.deep.equal({ zzz: "is not a known field" });
    expect(problemsOf({ url: "https://a.example", geolocation: { place: "Rome" } })).to.include({
      "geolocation.place": "is not a known field; the known ones are latitude, longitude, accuracy",
    });
  });

  it("names the nearest of many values, and all of few", () => {
    expect(problemsOf({ url: "https://a.example", device: "iphone15-pro" })["device"]).to.include("iphone-15-pro");
    expect(problemsOf({ url: "https://a.example", format: "webp" })).to.deep.equal({
      format: "must be one of jpg, png; ?as=webp or ?as=avif converts it when it is read, and pdf: {} prints a PDF",
    });
  });

  it("says what to write where a format, a count or a repetition is wrong", () => {
    const item = Type.Object({
      at: Type.String({ format: "date-time" }),
      to: Type.String({ format: "email" }),
      tags: Type.Array(Type.String(), { minItems: 1 }),
      ids: Type.Array(Type.String(), { uniqueItems: true }),
      more: Type.Object({}, { minProperties: 1 }),
    });
    const checked = bodyValidator(item)({ at: "2026-12-01T10:00", to: "me", tags: [], ids: ["a", "a"], more: {} });
    expect(checked.ok ? [] : checked.problems.map(({ field, message }) => `${field} ${message}`)).to.have.members([
      "at must be a date and time with its zone, such as 2026-12-31T09:30:00Z",
      "to must be an e-mail address, such as ops@example.com",
      "tags must have at least 1 item",
      "ids must not have the same item twice",
      "more must have at least 1 field",
    ]);
  });

  it("says the unit of a bound, and what was given in its place", () => {
    const body = { url: "https://a.example", timeout: 30_000, width: 50, quality: 0 };
    expect(problemsOf(body)).to.deep.equal({
      timeout: "must be at most 60 seconds, got 30000",
      width: "must be at least 100 pixels, got 50",
      quality: "must be at least 1",
    });
    const monitor = bodyValidator(MonitorRequest)({ name: "a", url: "https://a.example", intervalMinutes: 0 });
    expect(monitor.ok ? [] : monitor.problems).to.deep.equal([
      { field: "intervalMinutes", message: "must be at least 1 minute, got 0" },
    ]);
    const crawl = bodyValidator(CrawlRequest)({ url: "https://a.example", maxDurationSeconds: 5 });
    expect(crawl.ok ? [] : crawl.problems).to.deep.equal([
      { field: "maxDurationSeconds", message: "must be at least 10 seconds, got 5" },
    ]);
    const wait = stringsValidator(Type.Object({ wait: Wait }))({ wait: "90" });
    expect(wait.ok ? [] : wait.problems).to.deep.equal([
      { field: "wait", message: "must be at most 60 seconds, got 90" },
    ]);
  });

  it("names the problem with a fraction in a field for integers", () => {
    expect(problemsOf({ url: "https://a.example", timeout: 10.5 })).to.deep.equal({
      timeout: "must be a whole number, got 10.5",
    });
  });

  it("calls the body itself `body`", () => {
    expect(problemsOf([])).to.deep.equal({ body: "must be an object, got an array" });
    expect(problemsOf(null)).to.deep.equal({ body: "must be an object, got null" });
  });
});

describe("validation of strings", () => {
  it("coerces numbers, booleans and lists, and nothing else", () => {
    const check = stringsValidator(
      Type.Object({ wait: Type.Integer({ minimum: 1 }), full: Type.Boolean(), names: Type.Array(Type.String()) }),
    );
    expect(check({ wait: "5", full: "true", names: "a" })).to.deep.equal({
      ok: true,
      value: { wait: 5, full: true, names: ["a"] },
    });
    expect(check({ wait: "5.5", full: "yes", names: ["a"] }).ok).to.equal(false);
    for (const full of ["1", "yes", "TRUE"]) {
      expect(check({ wait: "5", full, names: "a" }), full).to.deep.equal({
        ok: false,
        problems: [{ field: "full", message: "must be true or false" }],
      });
    }
    for (const wait of ["1e1", "0x10", " 5", "5.0", "+5", "five", "9".repeat(17)]) {
      expect(check({ wait, full: "true", names: "a" }), wait).to.deep.equal({
        ok: false,
        problems: [{ field: "wait", message: "must be a whole number, in digits alone" }],
      });
    }
  });
});

describe("settings", () => {
  const needed = {
    WATCHFRAME_PUBLIC_URL: "https://api.example",
    WATCHFRAME_MONGO_URL: "mongodb://127.0.0.1/x",
    WATCHFRAME_TEMPORAL_ADDRESS: "127.0.0.1:7233",
    WATCHFRAME_S3_ENDPOINT: "http://127.0.0.1:9000",
    WATCHFRAME_S3_ACCESS_KEY_ID: "a",
    WATCHFRAME_S3_SECRET_ACCESS_KEY: "b",
    WATCHFRAME_KEY_RING: "k:AAAA",
    WATCHFRAME_SIGNING_KEY: "A".repeat(44),
  };
  const noFile = (): string => "";

  it("have types and defaults, and take an empty value for none", () => {
    const env = readEnv(
      { ...needed, WATCHFRAME_PORT: "8080", WATCHFRAME_CHROME_SANDBOX: "false", WATCHFRAME_LOG_LEVEL: "" },
      noFile,
    );
    expect(env).to.include({ WATCHFRAME_PORT: 8080, WATCHFRAME_CHROME_SANDBOX: false, WATCHFRAME_LOG_LEVEL: "info" });
  });

  it("may come from the file that X_FILE names", () => {
    const { WATCHFRAME_SIGNING_KEY: _given, ...rest } = needed;
    const env = readEnv(
      { ...rest, WATCHFRAME_SIGNING_KEY_FILE: "/run/secrets/signing" },
      (path) => `${path}${"B".repeat(44)}\n`,
    );
    expect(env.WATCHFRAME_SIGNING_KEY).to.equal(`/run/secrets/signing${"B".repeat(44)}`);
  });

  it("say in one line what else they may be", () => {
    expect(() => readEnv({ ...needed, WATCHFRAME_LOG_LEVEL: "loud", WATCHFRAME_CHROME_SANDBOX: "1" }, noFile)).to.throw(
      "Wrong settings:\n  WATCHFRAME_CHROME_SANDBOX must be true or false\n  WATCHFRAME_LOG_LEVEL must be one of trace, debug, info, warn, error, silent",
    );
  });

  it("that are missing or wrong are all named at once", () => {
    const { WATCHFRAME_MONGO_URL: _given, ...rest } = needed;
    expect(() => readEnv({ ...rest, WATCHFRAME_PORT: "70000" }, noFile))
      .to.throw("WATCHFRAME_MONGO_URL is required")
      .with.property("message")
      .that.includes("WATCHFRAME_PORT must be at most 65535");
  });
});

describe("closed lists", () => {
  const Options = Type.Object({
    format: Type.Optional(Type.Enum(["jpg", "png"], { type: "string" })),
    kinds: Type.Optional(Type.Array(Type.Enum(["A4", "letter"], { type: "string" }))),
    pdf: Type.Optional(Type.Union([Type.Object({ "a/b": Type.Enum(["x1"], { type: "string" }) }), Type.Null()])),
    name: Type.Optional(Type.Literal("fixed")),
  });
  const given = { format: "PNG", kinds: ["a4", "Letter"], pdf: { "a/b": "X1" } };
  const listed = { format: "png", kinds: ["A4", "letter"], pdf: { "a/b": "x1" } };

  it("are taken in any case, and stored as they are listed", () => {
    expect(bodyValidator(Options)(given)).to.deep.equal({ ok: true, value: listed });
    expect(given.format, "the caller's own value stays").to.equal("PNG");
    const Query = Type.Object({ format: Type.Enum(["jpg", "png"], { type: "string" }), width: Type.Integer() });
    expect(stringsValidator(Query)({ format: "Jpg", width: "9" })).to.deep.equal({
      ok: true,
      value: { format: "jpg", width: 9 },
    });
    const paper = validate({ url: "https://a.example/", pdf: { format: "A4" }, format: "PNG" });
    expect(paper.ok && [paper.value.pdf?.format, paper.value.format]).to.deep.equal(["a4", "png"]);
  });

  it("are taken in any case where they choose a shape", () => {
    const Shape = (type: string, event: string) =>
      Type.Object({ type: Type.Literal(type), event: Type.Enum([event], { type: "string" }) });
    const cases: [schema: Parameters<typeof bodyValidator>[0], written: unknown, stored: unknown][] = [
      [Type.Object({ type: Type.Literal("slack") }), { type: "Slack" }, { type: "slack" }],
      [
        Type.Union([Shape("slack", "changed"), Shape("teams", "failed")]),
        { type: "TEAMS", event: "Failed" },
        { type: "teams", event: "failed" },
      ],
      [
        Type.Array(ChannelInput),
        [{ type: "Slack", url: "https://hooks.slack.com/services/T/B/x" }],
        [{ type: "slack", url: "https://hooks.slack.com/services/T/B/x" }],
      ],
      [
        Type.Record(Type.String(), Type.Union([Type.Literal("on"), Type.Literal("off")])),
        { a: "ON", b: "Off" },
        { a: "on", b: "off" },
      ],
    ];
    for (const [schema, written, stored] of cases)
      expect(bodyValidator(schema)(written)).to.deep.equal({ ok: true, value: stored });
  });

  it("name the problems that stay", () => {
    const checked = bodyValidator(Options)({ format: "PNG", kinds: ["a5"], name: "moved" });
    expect(checked.ok ? [] : checked.problems.map(({ field }) => field)).to.deep.equal(["kinds.0", "name"]);
  });
});

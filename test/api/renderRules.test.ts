import { expect } from "chai";
import { at, problems } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const forbidden =
  "target_forbidden: The address is private, reserved or otherwise not allowed. The operator can open it with WATCHFRAME_EGRESS_ALLOW.";
const notStandard =
  "must have the base64 of 24 to 64 bytes after whsec_ (`openssl rand -base64 32` makes one), or another prefix for a plain text";
const standard = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString("base64")}`;
const webhook = (webhookSecret: string) => ({ webhookUrl: "https://example.com/", webhookSecret });
const cookie = (extra: Record<string, unknown>) => ({ cookies: [{ name: "a", value: "b", ...extra }] });

/** Requests that break a rule although each field has the right type. */
const refused: [what: string, body: Record<string, unknown>, problems: Record<string, string>][] = [
  ["a literal private address", { url: "http://10.0.0.1/" }, { url: forbidden }],
  ["loopback in another spelling", { url: "http://0x7f.1/" }, { url: forbidden }],
  ["the metadata service", { url: "http://169.254.169.254/latest" }, { url: forbidden }],
  ["localhost", { url: "http://localhost/" }, { url: forbidden }],
  ["a mapped address", { url: "http://[::ffff:127.0.0.1]/" }, { url: forbidden }],
  ["a blocked port", { url: "http://example.com:25/" }, { url: forbidden }],
  ["a port that can't be", { url: "http://example.com:99999/" }, { url: "must be a valid URL" }],
  ["an address with a line break", { url: "http://exa\nmple.com/" }, { url: "must not contain control characters" }],
  ["a host with a blank", { url: "http://exa mple.com/" }, { url: "must be a valid URL" }],
  [
    "a user name",
    { url: "http://user:secret@example.com/" },
    { url: "must not carry a user name or password; use httpAuth" },
  ],
  [
    "selectors, each by its field and text, in plain words",
    { hideSelectors: [".a", "..b", "//div"], clickSelectors: ["div:not("], scrollToElement: "p { color: red }" },
    {
      "hideSelectors.1": `is not a valid CSS selector: "..b" can't be read from character 2 on`,
      "hideSelectors.2": 'is not a valid CSS selector: "//div" is an XPath; give a CSS selector such as main > h1',
      scrollToElement:
        'is not a valid CSS selector: "p { color: red }" is a CSS rule; give the selector alone, without { and }',
    },
  ],
  [
    "what test tools take for selectors",
    { hideSelectors: ["text=Buy", "<div>", " ", "a:", "x".repeat(90) + ")"] },
    {
      "hideSelectors.0":
        'is not a valid CSS selector: "text=Buy" is a locator of a test tool; give a CSS selector such as main > h1',
      "hideSelectors.1": 'is not a valid CSS selector: "<div>" is HTML; give a CSS selector such as main > h1',
      "hideSelectors.2": 'is not a valid CSS selector: " " is blank',
      "hideSelectors.3": 'is not a valid CSS selector: "a:" ends where more must follow',
      "hideSelectors.4": `is not a valid CSS selector: "${"x".repeat(80)}…" can't be read from character 91 on`,
    },
  ],
  [
    "a script for a page without scripts",
    { javascript: false, script: "1" },
    { script: "excludes javascript: false, as it would not run" },
  ],
  ["a private webhook", { webhookUrl: "http://192.168.1.1/hook" }, { webhookUrl: forbidden }],
  [
    "a secret without a webhook",
    { webhookSecret: "sixteen letters!" },
    { webhookUrl: "is required with webhookSecret" },
  ],
  [
    "no output",
    { screenshot: false, extractMetadata: false },
    { screenshot: "must be true without pdf, recording and extract… options: a render needs at least one output" },
  ],
  [
    "values without one source, with a wrong one, and with a name that stands twice",
    {
      extractValues: [
        { name: "both", selector: "h1", pattern: "x" },
        { name: "none" },
        { name: "none", selector: "..b" },
        { name: "pattern", pattern: "(?=x)", attribute: "href" },
        { name: "truth", selector: "input", attribute: "aria-checked", as: "boolean" },
        { name: "path", jsonPath: "$.a[" },
      ],
    },
    {
      "extractValues.0": "must have one of selector, pattern, jsonPath and product",
      "extractValues.1": "must have one of selector, pattern, jsonPath and product",
      "extractValues.2.name": "must differ from others, and none stands twice",
      "extractValues.2.selector": `is not a valid CSS selector: "..b" can't be read from character 2 on`,
      "extractValues.5.jsonPath": "is not a JSONPath of RFC 9535, such as $.offers[0].price",
      "extractValues.4.attribute": "is not for a boolean: name its word in the selector, such as [aria-checked=true]",
      "extractValues.3.attribute": "needs selector: leave it out, or name the element",
      "extractValues.3.pattern":
        "is no RE2 pattern: invalid or unsupported Perl syntax: `(?=`. Put a backslash before signs that stand for themselves; lookaround and backreferences do not exist",
    },
  ],
  [
    "steps that can't be done, in plain words",
    {
      steps: [
        {},
        { click: { target: "a" }, wait: 1 },
        { goto: "http://10.0.0.1/" },
        { fill: { target: "..b", value: "secret" } },
        { click: { target: { text: "a", label: "b" } } },
        { click: { target: { name: "a" } } },
        { hover: { target: { label: "a", name: "b" } } },
        { check: { target: { role: "button", name: `"'` } } },
        { waitFor: { selector: "a", text: "b" } },
        { scroll: { frame: "<iframe>" } },
        { waitFor: { address: "/account", frame: "#inner" } },
      ],
    },
    {
      "steps.0":
        "must have an action: one of goto, fill, click, press, select, check, uncheck, hover, scroll, wait, waitFor, script, screenshot",
      "steps.1": "must have one action, and has click and wait: give a step each",
      "steps.2.goto": forbidden,
      "steps.3.fill.target": `is not a valid CSS selector: "..b" can't be read from character 2 on`,
      "steps.4.click.target": "must have exactly one of text, label and role, or be a CSS selector",
      "steps.5.click.target": "must have exactly one of text, label and role, or be a CSS selector",
      "steps.6.hover.target.name": "needs role, such as button",
      "steps.7.check.target.name": "must not have both kinds of quotes: give a text or a CSS selector",
      "steps.8.waitFor": "must have exactly one of selector, hidden, text and address",
      "steps.9.scroll.frame": `is not a valid CSS selector: "<iframe>" is HTML; give a CSS selector such as main > h1`,
      "steps.10.waitFor.frame": "must not stand beside address, which is the page's",
    },
  ],
  [
    "steps of a wrong form",
    {
      steps: [
        { clik: { target: "a" } },
        { click: "a" },
        { click: { target: { txt: "a" } } },
        { click: { target: { selector: "#a" } } },
        { click: { target: "" } },
        { press: { key: "enter" } },
        { fill: { target: "a", value: 5 } },
      ],
    },
    {
      "steps.0.clik": "is not a known field; did you mean click?",
      "steps.1.click": 'must be an object, got a string; such as {"target": "#buy"}',
      "steps.2.click.target.txt": "is not a known field; did you mean text?",
      "steps.3.click.target.selector":
        'is not a known field; the known ones are text, label, role, name; a CSS selector stands alone, as in {"target": "#buy"}',
      "steps.4.click.target": "must not be empty",
      "steps.5.press.key": "must be a key such as Enter, a or Control+a",
      "steps.6.fill.value": "must be a string, got a number",
    },
  ],
  [
    "pictures of steps under one name, and too many of them",
    {
      steps: Array.from("aabcdef", (screenshot) => ({ screenshot })),
    },
    {
      steps: "must take at most 5 pictures, and take 7",
      "steps.1.screenshot": "is the name of the picture of steps.0, too: give each its own",
    },
  ],
  [
    "scripts of steps on a page without scripts",
    { javascript: false, steps: [{ script: "1" }] },
    { "steps.0.script": "excludes javascript: false, as it would not run" },
  ],
  [
    "steps that wait too long",
    { timeout: 10, steps: [{ wait: 3 }, { wait: 2.5 }] },
    { steps: "must wait at most half of timeout, which is 10 seconds, and wait 5.5" },
  ],
  [
    "a part and an element at once",
    { clip: { x: 0, y: 0, width: 1, height: 1 }, selector: "h1" },
    { clip: "excludes selector: leave one of the two out" },
  ],
  [
    "a transparent jpg",
    { omitBackground: true },
    { omitBackground: 'needs format "png", as a jpg has no transparency' },
  ],
  ["a delay that leaves no time", { delay: 15.5 }, { delay: "must be at most half of timeout, which is 30 seconds" }],
  [
    "two kinds of credentials",
    { httpAuth: { username: "ada", password: "x" }, headers: { authorization: "Bearer y" } },
    { httpAuth: "excludes the header Authorization: leave one of the two out" },
  ],
  [
    "a zone that does not exist",
    { timezone: "Europe/Zurch" },
    { timezone: "must be the IANA name of a time zone, such as Europe/Berlin; did you mean Europe/Zurich?" },
  ],
  ["a reserved header", { headers: { Host: "a" } }, { "headers.Host": "is a header that only the browser may set" }],
  [
    "a length",
    { headers: { "content-length": "1" } },
    { "headers.content-length": "is a header that only the browser may set" },
  ],
  [
    "a transfer encoding",
    { headers: { "Transfer-Encoding": "chunked" } },
    { "headers.Transfer-Encoding": "is a header that only the browser may set" },
  ],
  [
    "a connection header",
    { headers: { Connection: "close" } },
    { "headers.Connection": "is a header that only the browser may set" },
  ],
  [
    "a proxy header",
    { headers: { "Proxy-Authorization": "a" } },
    { "headers.Proxy-Authorization": "is a header that only the browser may set" },
  ],
  [
    "a sec- header",
    { headers: { "Sec-Fetch-Site": "a" } },
    { "headers.Sec-Fetch-Site": "is a header that only the browser may set" },
  ],
  ["a Cookie header", { headers: { cookie: "a=b" } }, { "headers.cookie": "is not taken as a header; use cookies" }],
  [
    "a header with a line break",
    { headers: { "X-A": "a\r\nHost: b" } },
    { "headers.X-A": "must not contain control characters" },
  ],
  ["a header's name with a blank", { headers: { "X A": "a" } }, { "headers.X A": "is not a valid header name" }],
  [
    "a header outside Latin-1",
    { headers: { "X-A": "日本" } },
    { "headers.X-A": "must contain Latin-1 characters only" },
  ],
  [
    "a header twice",
    { headers: { "X-A": "1", "x-a": "2" } },
    { "headers.x-a": "is given twice; header names ignore case" },
  ],
  [
    "headers of 8 KB and one",
    { headers: { "X-A": "a".repeat(4095), "X-B": "b".repeat(4092) } },
    { headers: "must have at most 8192 characters in all" },
  ],
  [
    "a cookie with ;",
    cookie({ value: "a; Path=/" }),
    { "cookies.0.value": "must not contain ; or control characters" },
  ],
  [
    "a cookie's name with =",
    cookie({ name: "a=b" }),
    { "cookies.0.name": "must not contain ;, = or control characters" },
  ],
  [
    "a cookie of 4 KB and one",
    cookie({ value: "b".repeat(4096) }),
    { "cookies.0.value": "must have at most 4096 bytes together with the name" },
  ],
  [
    "a cookie of another host",
    cookie({ domain: "example.org" }),
    { "cookies.0.domain": "must be the page's host or a parent domain of it that is not a public suffix" },
  ],
  [
    "a cookie of a public suffix",
    cookie({ domain: ".com" }),
    { "cookies.0.domain": "must be the page's host or a parent domain of it that is not a public suffix" },
  ],
  [
    "a cookie of a longer name",
    cookie({ domain: "notexample.com" }),
    { "cookies.0.domain": "must be the page's host or a parent domain of it that is not a public suffix" },
  ],
  ["sameSite None without secure", cookie({ sameSite: "None" }), { "cookies.0.sameSite": "None needs secure: true" }],
  [
    "__Secure- without secure",
    cookie({ name: "__Secure-a" }),
    { "cookies.0.secure": "must be true for a name that begins with __Secure- or __Host-" },
  ],
  [
    "__Host- with a domain",
    cookie({ name: "__Host-a", secure: true, domain: "example.com" }),
    { "cookies.0.domain": "must not be given for a name that begins with __Host-" },
  ],
  [
    "__Host- with a path",
    cookie({ name: "__Host-a", secure: true, path: "/a" }),
    { "cookies.0.path": "must be / for a name that begins with __Host-" },
  ],
  [
    "a relative cookie path",
    cookie({ path: "a" }),
    { "cookies.0.path": "must begin with / and not contain ; or control characters" },
  ],
  ["milliseconds", cookie({ expires: 1.8e15 }), { "cookies.0.expires": "must be Unix time in seconds" }],
  ["a whsec_ secret of 16 bytes", webhook("whsec_lZunGxHZbgXDlJlMikvpHg=="), { webhookSecret: notStandard }],
  ["a whsec_ secret of 65 bytes", webhook(standard(65)), { webhookSecret: notStandard }],
  ["a whsec_ secret that is not base64", webhook("whsec_short-not-base64!!"), { webhookSecret: notStandard }],
  ["a whsec_ secret cut short", webhook(standard(32).slice(0, -1)), { webhookSecret: notStandard }],
];

const taken: [what: string, body: Record<string, unknown>][] = [
  ["a cookie of a parent domain", { url: "https://a.b.example.co.uk/", ...cookie({ domain: ".example.co.uk" }) }],
  ["a cookie of the host in capitals", cookie({ domain: "EXAMPLE.com" })],
  ["a __Host- cookie", cookie({ name: "__Host-a", secure: true, path: "/" })],
  ["a tab in a header", { headers: { "X-A": "a\tb" } }],
  ["headers of 8 KB", { headers: { "X-A": "a".repeat(4095), "X-B": "b".repeat(4091) } }],
  ["an encoded secret of 24 bytes", webhook(standard(24))],
  ["an encoded secret of 64 bytes", webhook(standard(64))],
  ["a secret in base64 without whsec_", webhook(Buffer.alloc(32, 7).toString("base64"))],
  ["png with a quality", { format: "png", quality: 50 }],
  ["an international name", { url: "https://bücher.example/" }],
];

describe("POST /render: rules beyond the schema", () => {
  const { api, account } = useApi();

  const submit = (body: Record<string, unknown>) =>
    account.client.call("POST", "/render", { body: { url: "https://example.com/", ...body } });

  for (const [what, body, expected] of refused) {
    it(`refuses ${what}`, async () => {
      const { status, json } = await submit(body);
      expect([status, at(json, "error"), problems(json)]).to.deep.equal([400, "validation_failed", expected]);
    });
  }
  for (const [what, body] of taken) {
    it(`takes ${what}`, async () => {
      const { status, json } = await submit(body);
      expect(status, JSON.stringify(json)).to.equal(202);
    });
  }

  it("reports every problem at once, those of schemas and the others together", async () => {
    const { json } = await submit({
      url: "http://10.0.0.1/",
      timeout: 9,
      blockAds: "x",
      headers: { Host: "a", constructor: "b" },
      quality: "x",
    });
    expect(Object.keys(problems(json)).toSorted()).to.deep.equal([
      "blockAds",
      "headers.constructor",
      "quality",
      "timeout",
      "url",
    ]);
  });

  it("stored and started nothing for refused requests", async () => {
    await api.ports.background.settled();
    expect(await api.ports.database.jobs.countDocuments({ accountId: account.accountId })).to.equal(taken.length);
    expect(api.orchestrator.started).to.have.length(taken.length);
  });
});

import { expect } from "chai";
import { judgeChallenge, type SuspectPage } from "#rules/challenges.ts";

const page = (facts: Partial<SuspectPage>): SuspectPage => ({
  status: 200,
  headers: {},
  marks: [],
  textChars: 200,
  hasPassword: false,
  ...facts,
});

describe("the judgement of challenges", () => {
  const challenges: [string, Partial<SuspectPage>][] = [
    ["Cloudflare", { status: 403, headers: { "cf-mitigated": "challenge" } }],
    ["Cloudflare", { status: 503, headers: { server: "cloudflare" }, marks: ["script _cf_chl_opt"] }],
    ["Akamai", { status: 403, headers: { server: "AkamaiGHost" }, marks: ["address errors.edgesuite.net"] }],
    ["DataDome", { status: 403, headers: { "x-datadome": "protected" }, marks: ["frame captcha-delivery.com"] }],
    ["HUMAN (PerimeterX)", { status: 403, marks: ["element px-captcha", "script _pxAppId"] }],
    [
      "Imperva",
      { status: 200, headers: { "x-iinfo": "1-2" }, marks: ["frame _Incapsula_Resource", "element main-iframe"] },
    ],
    ["AWS WAF", { status: 202, headers: { "x-amzn-waf-action": "challenge" } }],
    ["AWS WAF", { status: 405, marks: ["script gokuProps"] }],
  ];
  for (const [vendor, facts] of challenges) {
    it(`names ${vendor} with its signs: ${JSON.stringify(facts.headers ?? {})}`, () => {
      const found = judgeChallenge(page(facts));
      expect(found?.vendor).to.equal(vendor);
      expect(found?.evidence.length).to.be.within(2, 8);
    });
  }

  const own: [string, Partial<SuspectPage>][] = [
    ["a page of its own with 403 behind a vendor", { status: 403, headers: { server: "cloudflare", "cf-ray": "1" } }],
    ["an article that quotes a block page", { textChars: 9_000, marks: ["text of a block", "script _cf_chl_opt"] }],
    ["a short note that quotes an incident", { headers: { "x-iinfo": "1" }, marks: ["text of an incident"] }],
    [
      "a login with a captcha of its vendor",
      {
        headers: { "x-datadome": "1" },
        marks: ["script captcha-delivery.com", "frame captcha-delivery.com"],
        hasPassword: true,
      },
    ],
    ["a page with one mark and no other sign", { textChars: 400, marks: ["element captcha-container"] }],
    ["a page whose header says that it passed", { headers: { "cf-mitigated": "none", server: "cloudflare" } }],
  ];
  for (const [name, facts] of own) {
    it(`lets ${name} pass`, () => expect(judgeChallenge(page(facts))).to.equal(null));
  }
});

import { expect } from "chai";
import type { TSchema } from "typebox";
import { DiffRequest } from "#schemas/diffRequest.ts";
import { MonitorRequest } from "#schemas/monitor/monitor.ts";
import { RenderRequest } from "#schemas/renders/render.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { checkPage } from "#api/renders/validatePage.ts";

/** The problems of a body, by field. Several of one field are joined. */
function problemsOf(schema: TSchema, body: object): Record<string, string> {
  const checked = bodyValidator(schema)(body);
  const found: Record<string, string> = {};
  for (const { field, message } of checked.ok ? [] : checked.problems)
    found[field] = field in found ? `${found[field]} / ${message}` : message;
  return found;
}

const url = "https://example.com";
const monitor = { name: "Shop", url, intervalMinutes: 60 };

describe("a usual mistake", () => {
  const cases: [schema: TSchema, body: object, field: string, message: string][] = [
    [RenderRequest, { url, pdf: true }, "pdf", "must be an object, got a boolean; {} prints it with the defaults"],
    [RenderRequest, { url, quality: 0.8 }, "quality", "must be a whole number from 1 to 100, got 0.8"],
    [
      RenderRequest,
      { url, format: "pdf" },
      "format",
      "must be one of jpg, png; ?as=webp or ?as=avif converts it when it is read, and pdf: {} prints a PDF",
    ],
    [RenderRequest, { url, extract: ["links"] }, "extract", "is not a known field; did you mean extractMarkdown?"],
    [
      DiffRequest,
      { before: url, after: { url } },
      "before",
      'must be an object, got a string; such as {"url": "https://example.com"} or {"jobId": "…"}',
    ],
    [
      MonitorRequest,
      { ...monitor, alerts: { email: "ops@example.com" } },
      "alerts.email",
      'must be an object, got a string; such as {"account": true}; POST /render/monitor-recipients adds readers',
    ],
    [
      MonitorRequest,
      { ...monitor, changeThreshold: 5 },
      "changeThreshold",
      "must be at most 1; it is a share: 0.05 is 5 %",
    ],
  ];
  for (const [schema, body, field, message] of cases) {
    it(`is answered with the right form: ${field} in ${JSON.stringify(body)}`, () =>
      expect(problemsOf(schema, body)).to.deep.equal({ [field]: message }));
  }

  it("is the name of a language in place of its tag", () => {
    for (const locale of ["german", "english"])
      expect(checkPage({ locale })).to.deep.equal([
        { field: "locale", message: "must be a language tag, such as de-CH, and not the name of a language" },
      ]);
    for (const locale of ["de", "de-CH", "tlh", "zh-Hant-TW"]) expect(checkPage({ locale })).to.deep.equal([]);
  });
});

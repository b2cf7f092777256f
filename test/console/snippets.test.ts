import { expect } from "chai";
import type { RenderOption } from "#console/screens/renders/playground/schema.ts";
import { toCurl, toPython } from "#console/screens/renders/playground/snippets.ts";
import { bodyOf, maskedValues } from "#console/screens/renders/playground/values.ts";

const origin = "http://127.0.0.1:3000";
const body = { url: "https://shop.example/it's", fullPage: true, width: 640, hideSelectors: [".a", ".b"], pdf: {} };

describe("the call of the playground as code", () => {
  it("is Python with its own constants", () => {
    expect(toPython(origin, body)).to.equal(`from watchframe import Watchframe

# The key comes from WATCHFRAME_API_KEY.
wf = Watchframe(base_url="http://127.0.0.1:3000")
job = wf.renders.run({
    "url": "https://shop.example/it's",
    "fullPage": True,
    "width": 640,
    "hideSelectors": [
        ".a",
        ".b",
    ],
    "pdf": {},
})
if job.result and job.result.screenshot:
    print(job.result.screenshot.url)
`);
  });

  it("shows no secret that the form masks", () => {
    const option = (name: string, part: Partial<RenderOption> = {}): RenderOption => ({
      name,
      kind: "text",
      help: "",
      standard: null,
      choices: [],
      unit: "",
      isSecret: true,
      unsetLabel: "",
      parts: [],
      ...part,
    });
    const credentials = [option("httpAuth.username"), option("httpAuth.password")];
    const options = [
      option("webhookSecret"),
      option("webhookUrl"),
      option("httpAuth", { kind: "object", parts: credentials }),
    ];
    const values = {
      url: "https://shop.example",
      webhookSecret: "whsec_1",
      webhookUrl: "https://hook.example",
      "httpAuth.username": "reader",
      "httpAuth.password": "swordfish",
    };
    expect(bodyOf(options, maskedValues(options, values))).to.deep.equal({
      url: "https://shop.example",
      webhookSecret: "••••••",
      webhookUrl: "https://hook.example",
      httpAuth: { username: "reader", password: "••••••" },
    });
    expect(bodyOf(options, values)).to.include({ webhookSecret: "whsec_1" });
  });

  it("is curl whose quotes a shell understands", () => {
    expect(toCurl(origin, body)).to.include(String.raw`https://shop.example/it'\''s`);
  });
});

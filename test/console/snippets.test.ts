import { expect } from "chai";
import { toCurl, toPython } from "#console/screens/renders/playground/snippets.ts";

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

  it("is curl whose quotes a shell understands", () => {
    expect(toCurl(origin, body)).to.include(String.raw`https://shop.example/it'\''s`);
  });
});

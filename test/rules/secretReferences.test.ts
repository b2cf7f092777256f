import { expect } from "chai";
import { changeSecretTexts, fillSecrets, secretReferences } from "#rules/secretReferences.ts";

const named = "{{secret:pin}}";
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe("references to secrets", () => {
  const options = {
    headers: { "X-Token": `Bearer ${named}`, Plain: "no", Authorization: basic(`ann:${named}`) },
    cookies: [{ name: "a", value: named, path: "/" }],
    httpAuth: { username: "ann", password: named },
    steps: [
      { fill: { target: "#a", value: `${named}-{{secret:other}}` } },
      { select: { target: "#b", values: ["x", named] } },
      { click: { target: named } },
    ],
  };

  it("are found with their fields, in values alone", () => {
    expect(secretReferences(options)).to.deep.equal([
      { field: "headers.X-Token", names: ["pin"] },
      { field: "httpAuth", names: ["pin"] },
      { field: "cookies.0.value", names: ["pin"] },
      { field: "httpAuth.password", names: ["pin"] },
      { field: "steps.0.fill.value", names: ["pin", "other"] },
      { field: "steps.1.select.values.1", names: ["pin"] },
    ]);
  });

  it("are replaced, and a value that looks like a reference or a pattern is not read again", () => {
    const values: Record<string, string> = { pin: "$& {{secret:other}}", other: "O" };
    const filled = changeSecretTexts(options, (text) => fillSecrets(text, (name) => values[name] ?? ""));
    expect(filled).to.deep.equal({
      headers: {
        "X-Token": `Bearer ${values["pin"]}`,
        Plain: "no",
        Authorization: basic(`ann:${values["pin"]}`),
      },
      cookies: [{ name: "a", value: values["pin"], path: "/" }],
      httpAuth: { username: "ann", password: values["pin"] },
      steps: [
        { fill: { target: "#a", value: `${values["pin"]}-O` } },
        { select: { target: "#b", values: ["x", values["pin"]] } },
        { click: { target: named } },
      ],
    });
  });

  it("leave options without any as they are, also credentials that are no text", () => {
    const binary = { headers: { Authorization: `Basic ${Buffer.from([255, 254, 58, 1]).toString("base64")}` } };
    expect(changeSecretTexts(binary, (text) => fillSecrets(text, () => "x"))).to.deep.equal(binary);
    expect(secretReferences({ headers: null, steps: null })).to.deep.equal([]);
  });
});

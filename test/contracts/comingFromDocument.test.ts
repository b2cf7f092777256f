import { readFileSync } from "node:fs";
import { expect } from "chai";
import { routes } from "#api/routes.ts";
import { MonitorRequest } from "#schemas/monitor/monitor.ts";
import { Condition } from "#schemas/monitor/alertWhen.ts";
import { Step } from "#schemas/options/steps.ts";
import { ValueEntry } from "#schemas/options/values.ts";
import { PdfOptions } from "#schemas/renders/pdf.ts";
import { RecordingOptions } from "#schemas/renders/recording.ts";
import { RenderRequest } from "#schemas/renders/render.ts";

/** The second column of each row. */
const cells = readFileSync("docs/coming-from.md", "utf8")
  .split("\n")
  .flatMap((line) => (/^\| (?!---)/.test(line) ? [line.split("|")[2] ?? ""] : []));
const codes = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code));

/** Names that are in no request for work: of results, queries, values and the command line. */
const others =
  "result result.page.statusCode page_too_large ttl proxy data: type selector status picture png jpg ?as=webp ?as=avif ?width= ?height= ?fit=cover ?fit=pad ?position="
    .split(" ")
    .concat("watchframe devices");

describe("docs/coming-from.md", () => {
  it("names only fields, presets of devices and routes that there are", () => {
    const known = new Set([
      ...Object.keys(RenderRequest.properties),
      ...Object.keys(PdfOptions.properties),
      ...Object.keys(RecordingOptions.properties),
      ...namesIn(MonitorRequest),
      ...namesIn(Step),
      ...Object.keys(ValueEntry.properties),
      ...textsIn(Condition.properties.is),
      ...routes.map(({ path }) => path.replaceAll(/:(\w+)/g, "{$1}")),
      ...others,
    ]);
    const unknown = codes.flatMap(namesOf).filter((name) => !known.has(name));
    expect(unknown).to.deep.equal([]);
  });

  it("gives a reason wherever there is nothing like it", () => {
    const bare = cells.filter((cell) => /(?:^|[\s.])–\s*(?:$|[^A-Z\s])/u.test(cell));
    expect(bare).to.deep.equal([]);
    expect(cells.filter((cell) => cell.trim() === "")).to.deep.equal([]);
  });
});

/** The names that a code says: of `pdf: {width, height}` all three, of `theme: dark` the first, of a route its path. */
function namesOf(code: string): string[] {
  const route = /^(?:POST|GET) (\/\S+)$/.exec(code)?.[1];
  if (route !== undefined) return [route];
  const [, object, fields] = /^(\w+): \{(.*)\}$/.exec(code) ?? [];
  if (object !== undefined) return [object, ...(fields ?? "").split(", ").filter((name) => name !== "")];
  return [code.replace(/: \w+$/, "").replace(/^(?:capture|alerts|pdf|recording)\./, "")];
}

function namesIn(schema: unknown): string[] {
  const properties: unknown = Object(schema).properties;
  return Object.entries(Object(properties)).flatMap(([name, property]) => [name, ...namesIn(property)]);
}

/** The words of a closed list. */
function textsIn(schema: unknown): string[] {
  const { enum: words }: { enum?: string[] } = Object(schema);
  return words ?? [];
}

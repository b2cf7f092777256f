/** The call as a command line. The key comes from the environment, so that the text holds no secret of the account. */
export function toCurl(origin: string, body: object): string {
  const quoted = JSON.stringify(body).replaceAll("'", String.raw`'\''`);
  return [
    `curl -sS -X POST '${origin}/render' \\`,
    `  -H "Authorization: Bearer $WATCHFRAME_API_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${quoted}'`,
  ].join("\n");
}

/** The call as TypeScript with the client. It waits for the job's end. */
export function toTypeScript(origin: string, body: object): string {
  return `import { Watchframe } from "@watchframe/client";

// The key comes from WATCHFRAME_API_KEY.
const wf = new Watchframe({ baseUrl: "${origin}" });
const job = await wf.renders.run(${JSON.stringify(body, null, 2)});
console.log(job.result?.screenshot?.url);
`;
}

/** The call as Python with the client. It waits for the job's end. */
export function toPython(origin: string, body: object): string {
  return `from watchframe import Watchframe

# The key comes from WATCHFRAME_API_KEY.
wf = Watchframe(base_url="${origin}")
job = wf.renders.run(${pythonOf(body, 0)})
if job.result and job.result.screenshot:
    print(job.result.screenshot.url)
`;
}

/** A value of JSON as Python writes it, at a depth of indentation. */
function pythonOf(value: unknown, depth: number): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null || value === undefined) return "None";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((item) => pythonOf(item, depth + 1))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${pythonOf(item, depth + 1)}`);
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  if (entries.length === 0) return open + close;
  const [outer, inner] = ["    ".repeat(depth), "    ".repeat(depth + 1)];
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${outer}${close}`;
}

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

/** The call as TypeScript with `fetch`. It waits for the job's end. */
export function toTypeScript(origin: string, body: object): string {
  return `const headers = {
  Authorization: \`Bearer \${process.env.WATCHFRAME_API_KEY}\`,
  "Content-Type": "application/json",
};
const submitted = await fetch("${origin}/render", {
  method: "POST",
  headers,
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll("\n", "\n  ")}),
});
const { statusUrl } = await submitted.json();
const { job } = await (await fetch(\`\${statusUrl}?wait=60\`, { headers })).json();
console.log(job.status, job.result?.screenshot?.url);
`;
}

const url = "https://example.com/";

/** Bodies of almost 2 MB by their kind, and the path that takes them. */
export const largeBodies = {
  "a long document": ["/render", { html: `<p>${"漢".repeat(650_000)}` }],
  "a million numbers": ["/render", { url, cookies: Array.from({ length: 1_000_000 }, () => 1) }],
  "many names": ["/render/monitors", Object.fromEntries(Array.from({ length: 130_000 }, (_, n) => [`name${n}`, 1]))],
  "many small objects": ["/render/smart-batch", { urls: Array.from({ length: 600_000 }, () => ({})) }],
  "nested lists": ["/render/diff", { before: Array.from({ length: 200_000 }, () => [[1, 2]]) }],
  "escaped text": ["/render", { url, css: "\u0001".repeat(330_000) }],
  "a message to tools": [
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/list", params: { text: "t".repeat(1_900_000) } },
  ],
  "many operations": [
    "/render/monitors/bulk",
    { operations: Array.from({ length: 100 }, () => ({ action: "create", monitor: { name: "n".repeat(19_000) } })) },
  ],
} satisfies Record<string, readonly [path: string, body: unknown]>;

import { defineConfig, type OxlintOverride } from "oxlint";

/**
 * Who may import whom: each room and the rooms whose values it may use. `types` names what it may see as types only.
 * Rooms are crossed by `#room/…` imports; inside a room, imports are relative.
 */
const rooms: Record<string, { values: string[]; types?: string[] }> = {
  schemas: { values: [] },
  vault: { values: ["schemas"] },
  egress: { values: ["schemas", "async"] },
  telemetry: { values: ["schemas"] },
  markup: { values: [] },
  async: { values: [] },
  data: { values: ["schemas", "vault", "async", "workflows/rules"] },
  "temporal-config": { values: ["schemas", "vault/keyRing.ts", "telemetry/logger.ts"] },
  workflows: { values: [], types: ["schemas", "activities"] },
  "workflows/rules": { values: [], types: ["schemas"] },
  activities: {
    values: [
      "schemas",
      "workflows/rules",
      "workflows/messages.ts",
      "workflows/starts.ts",
      "vault",
      "egress",
      "telemetry",
      "data",
      "markup",
      "async",
    ],
  },
  api: {
    values: [
      "schemas",
      "workflows/rules",
      "workflows/messages.ts",
      "workflows/starts.ts",
      "temporal-config",
      "vault",
      "egress/policy.ts",
      "egress/address.ts",
      "telemetry",
      "data",
      "markup",
      "async",
    ],
    types: ["workflows"],
  },
  worker: {
    values: [
      "activities",
      "schemas",
      "temporal-config",
      "vault",
      "egress",
      "telemetry",
      "data",
      "workflows/messages.ts",
      "workflows/starts.ts",
      "workflows/rules",
    ],
    types: ["workflows"],
  },
  stack: {
    values: ["schemas", "temporal-config", "vault", "data", "telemetry", "markup", "async", "workflows/messages.ts"],
  },
};

const everyRoom = [
  "schemas",
  "vault",
  "egress",
  "telemetry",
  "markup",
  "async",
  "data",
  "temporal-config",
  "workflows",
  "activities",
  "api",
  "worker",
  "stack",
  "bench",
  "test",
];

/** Packages that only one place may import, so that each meets the world in one room. */
const onlyIn: [pattern: string, places: string[]][] = [
  ["puppeteer", ["activities/browser", "test", "bench"]],
  ["@temporalio/client", ["api/orchestrator.ts", "worker", "temporal-config", "test", "bench"]],
  ["@opentelemetry/*", ["telemetry/openTelemetry.ts"]],
  ["postmark", ["activities/notify", "test"]],
  ["#vault/open.ts", ["activities", "test"]],
  ["mongodb", ["data", "activities/projections", "api", "stack", "test"]],
];

type Pattern = { group: string[]; message: string; allowTypeImports?: boolean };

/** What a room may not import: other rooms as values unless listed, and as types unless listed there. */
function roomPatterns(room: string): Pattern[] {
  const { values, types = [] } = rooms[room] ?? { values: [] };
  const own = room.split("/")[0];
  return everyRoom
    .filter((other) => other !== own)
    .flatMap((other): Pattern[] => {
      if (values.includes(other)) return [];
      const exceptions = values
        .filter((place) => place.startsWith(`${other}/`))
        .map((place) => (place.endsWith(".ts") ? `!#${place}` : `!#${place}/*.ts`));
      const message = `${room}/ may not import #${other} like this; docs/architecture.md says who may import whom.`;
      return [
        { group: [`#${other}/**`, ...exceptions], message, ...(types.includes(other) && { allowTypeImports: true }) },
      ];
    });
}

function packagePatterns(room: string): Pattern[] {
  return onlyIn
    .filter(([, places]) => !places.some((place) => place === room || place.startsWith(`${room}/`)))
    .map(([name]) => ({ group: [name], message: `${name} is imported in few places only; see oxlint.config.ts.` }));
}

function importRule(room: string): OxlintOverride {
  const patterns = [...roomPatterns(room), ...packagePatterns(room)];
  return { files: [`${room}/**/*.ts`], rules: { "no-restricted-imports": ["error", { patterns }] } };
}

export default defineConfig({
  // Pages and their scripts, as the web writes them.
  ignorePatterns: ["test/fixtures/**"],
  plugins: ["typescript", "import", "unicorn", "oxc", "promise", "node"],
  categories: { correctness: "error", suspicious: "error", perf: "error" },
  options: { typeAware: true },
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-non-null-assertion": "error",
    "typescript/no-floating-promises": "error",
    "typescript/switch-exhaustiveness-check": "error",
    "import/no-default-export": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "no-empty": "error",
    // Order matters in most of our loops; where it does not, Promise.all is used.
    "no-await-in-loop": "off",
    // MongoDB's key is _id.
    "no-underscore-dangle": "off",
    // Ports are plain objects of functions that use no `this`.
    "typescript/unbound-method": "off",
    "promise/no-callback-in-promise": "off",
    "promise/always-return": "off",
    "oxc/no-map-spread": "off",
    // The compiler proves that a switch over a union is exhaustive; this rule does not see it.
    "typescript/consistent-return": "off",
    "max-lines": ["error", { max: 350, skipBlankLines: true, skipComments: true }],
    "max-params": ["error", { max: 3 }],
  },
  overrides: [
    // Mocha loads a reporter by its default export.
    // Tests take replies apart whose shape they are about to assert on.
    {
      files: ["test/**/*.ts"],
      rules: { "typescript/no-unsafe-type-assertion": "off", "unicorn/consistent-function-scoping": "off" },
    },
    {
      files: ["test/support/reporter.ts"],
      rules: { "import/no-default-export": "off", "import/no-named-as-default": "off" },
    },
    ...Object.keys(rooms).map(importRule),
  ],
});

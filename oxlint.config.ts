import { defineConfig, type OxlintOverride } from "oxlint";

/**
 * The folders that each folder may import from, from the ground floor up. `types` names the folders that it may import as types
 * only. A folder or file below a top folder stands for itself. Imports between folders are written `#folder/…`; imports inside
 * a folder are relative. `npm run import-table` writes this table into docs/architecture.md.
 */
export const folders: Record<string, { values: string[]; types?: string[] }> = {
  schemas: { values: [] },
  markup: { values: [] },
  async: { values: [] },
  rules: { values: [], types: ["schemas"] },
  vault: { values: ["schemas"] },
  telemetry: { values: ["schemas"] },
  egress: { values: ["schemas", "async"] },
  "temporal-config": { values: ["schemas", "vault/keyRing.ts", "telemetry/logger.ts"] },
  data: { values: ["schemas", "rules", "vault", "async"] },
  orders: { values: [], types: ["schemas", "rules"] },
  workflows: { values: ["rules", "orders"], types: ["schemas", "activities"] },
  activities: { values: ["schemas", "rules", "orders", "vault", "egress", "telemetry", "data", "markup", "async"] },
  worker: {
    values: ["schemas", "rules", "orders", "activities", "vault", "egress", "telemetry", "data", "temporal-config"],
    types: ["workflows"],
  },
  api: {
    values: [
      "schemas",
      "rules",
      "orders",
      "vault",
      "egress/policy.ts",
      "egress/open.ts",
      "egress/authorities.ts",
      "egress/upstream.ts",
      // A preview shows what activities would send, so both word it alike. It sends nothing.
      "activities/notify/previewTemplate.ts",
      "telemetry",
      "data",
      "markup",
      "async",
      "temporal-config",
      "mcp",
    ],
  },
  // The tools of agents reach the API by its calls alone.
  mcp: { values: ["schemas", "clients"] },
  // The clients reach the API by HTTP alone. Only their generator reads the API's routes, and finds Python.
  // The command line reads sitemaps as the service does, so both share the reader.
  clients: { values: [] },
  "clients/cli": { values: ["markup", "mcp"] },
  "clients/generate": { values: ["api", "schemas", "stack/provision"] },
  // The console runs in a browser. It reaches the API by the client alone, and shares pure rules such as prices.
  console: { values: ["clients", "rules"], types: ["schemas"] },
  // The steps of a release run without packages.
  deploy: { values: [] },
  stack: {
    values: [
      "activities/notify/mailer",
      "egress/authorities.ts",
      "schemas",
      "orders",
      "vault",
      "telemetry",
      "data",
      "markup",
      "async",
      "temporal-config",
    ],
  },
};

/** Folders that may import everything. */
const freeFolders = ["bench", "test"];

const topFolders = [...Object.keys(folders).filter((folder) => !folder.includes("/")), ...freeFolders];

/** Packages that only some folders may import, so that each outside system has one adapter. */
export const restrictedPackages: [pattern: string, importers: string[]][] = [
  ["puppeteer", ["activities/browser", "test", "bench"]],
  ["@temporalio/client", ["api/orchestrator.ts", "worker", "temporal-config", "test", "bench"]],
  ["@opentelemetry/*", ["telemetry/openTelemetry.ts"]],
  ["postmark", ["activities/notify", "test"]],
  ["#vault/open.ts", ["activities", "test"]],
  ["mongodb", ["data", "activities/projections", "api", "stack", "test"]],
];

type Pattern = ({ group: string[] } | { regex: string }) & { message: string; allowTypeImports?: boolean };

/** Patterns that a folder may not import: all other folders except those listed for it. */
function folderPatterns(folder: string): Pattern[] {
  const { values, types = [] } = folders[folder] ?? { values: [] };
  const own = folder.split("/")[0];
  return topFolders
    .filter((other) => other !== own)
    .flatMap((other): Pattern[] => {
      if (values.includes(other)) return [];
      const exceptions = values
        .filter((path) => path.startsWith(`${other}/`))
        .map((path) => (path.endsWith(".ts") ? `!#${path}` : `!#${path}/*.ts`));
      const message = `${folder}/ may not import this from #${other}; see docs/architecture.md for allowed imports.`;
      return [
        { group: [`#${other}/**`, ...exceptions], message, ...(types.includes(other) && { allowTypeImports: true }) },
      ];
    });
}

function packagePatterns(folder: string): Pattern[] {
  return restrictedPackages
    .filter(([, importers]) => !importers.some((path) => path === folder || path.startsWith(`${folder}/`)))
    .map(([name]) => ({ group: [name], message: `Only some folders may import ${name}; see oxlint.config.ts.` }));
}

/** Folders below a top folder, the deepest included: `clients/cli/src/commands/monitor/`. */
const maxDepth = 5;

/**
 * A relative import may not leave its top folder, where the table of imports would not see it. The clients are packages of
 * their own, whose imports `#folder/…` would end at their `package.json`. So the command line names what it shares by paths.
 */
function escapePattern(folder: string, depth: number): Pattern {
  const shared = folder === "clients/cli" ? `(?!(?:${folders[folder]?.values.join("|")})/)` : "";
  return {
    regex: `^(?:\\./)?(?:\\.\\./){${depth + 1}}${shared}.+/.*\\.tsx?$`,
    message: `This import leaves ${folder}/. Write it as #folder/….`,
  };
}

/** One rule for each depth of files, as a relative import leaves the folder by as many steps. */
function importRules(folder: string): OxlintOverride[] {
  const patterns = folder in folders ? [...folderPatterns(folder), ...packagePatterns(folder)] : [];
  const own = folder.split("/").length - 1;
  return Array.from({ length: maxDepth - own + 1 }, (_, below) => ({
    files: [`${folder}/${"*/".repeat(below)}*.{ts,tsx}`],
    rules: {
      "no-restricted-imports": ["error", { patterns: [...patterns, escapePattern(folder, own + below)] }],
    },
  }));
}

export default defineConfig({
  // Fixtures are pages and scripts in the style of the web.
  ignorePatterns: ["test/fixtures/**", "console/dist/**", "clients/*/dist/**"],
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
    // Order matters in most loops; the others use Promise.all.
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
    // One method per operation, and one shape per schema.
    {
      files: ["clients/*/src/generated/**"],
      rules: { "max-lines": "off", "max-params": "off" },
    },
    // Tests read fields of replies before they assert on their shape.
    {
      files: ["test/**/*.ts"],
      rules: { "typescript/no-unsafe-type-assertion": "off", "unicorn/consistent-function-scoping": "off" },
    },
    // Vite reads its configuration by its default export, and components import style sheets for their effect.
    {
      files: ["console/**/*.{ts,tsx}"],
      plugins: ["typescript", "import", "unicorn", "oxc", "promise", "react", "jsx-a11y"],
      rules: {
        "import/no-unassigned-import": "off",
        "react/react-in-jsx-scope": "off",
        // Dialogs and the log-in have one field, which people type into at once.
        "jsx-a11y/no-autofocus": "off",
        "jsx-a11y/prefer-tag-over-role": "off",
      },
    },
    // d3-zoom is set up on the element in an effect, which then gives the function that moves the view.
    {
      files: ["console/screens/comparison/viewer/useView.ts"],
      plugins: ["react"],
      rules: { "react/set-state-in-effect": "off" },
    },
    // TanStack Virtual gives functions that the compiler can't memoize. No memoized component gets them.
    {
      files: ["console/screens/crawls/PageTree.tsx"],
      plugins: ["react"],
      rules: { "react/incompatible-library": "off" },
    },
    { files: ["console/vite.config.ts", "clients/cli/vite.config.ts"], rules: { "import/no-default-export": "off" } },
    // Mocha loads a reporter by its default export.
    {
      files: ["test/support/reporter.ts"],
      rules: { "import/no-default-export": "off", "import/no-named-as-default": "off" },
    },
    ...[...freeFolders, ...Object.keys(folders)].flatMap(importRules),
  ],
});

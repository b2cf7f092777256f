import { defineConfig } from "vite";

/** Bundles the command line with all that it imports, so that the package has no dependencies. */
export default defineConfig({
  root: import.meta.dirname,
  ssr: { noExternal: true },
  build: {
    ssr: "src/main.ts",
    target: "node20.12",
    outDir: "dist",
    minify: true,
    reportCompressedSize: false,
    // The licences of the bundled packages ask for a copy of their text.
    license: { fileName: "licences.md" },
    rolldownOptions: { output: { entryFileNames: "watchframe.js", chunkFileNames: "[name]-[hash].js" } },
  },
});

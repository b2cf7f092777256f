import path from "node:path";
import { readLicences } from "./licences.ts";

// `npm run licences`: what production needs, by licence; then the exceptions with their reasons, and what may not be used.
const packages = readLicences(path.resolve(import.meta.dirname, ".."));
for (const [kind, own = []] of Object.entries(Object.groupBy(packages, ({ licence }) => licence)))
  console.log(`${kind}: ${own.length}\n  ${own.map(({ name }) => name).join(", ")}`);
for (const { name, licence, allowedFor } of packages) {
  if (allowedFor === "permissive") continue;
  console.log(`${name} (${licence}): ${allowedFor === null ? "NOT ALLOWED" : allowedFor.reason}`);
}
if (packages.some(({ allowedFor }) => allowedFor === null)) process.exitCode = 1;

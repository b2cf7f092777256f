import path from "node:path";
import { readLicences } from "./licences.ts";

// `npm run licences`: prints production packages by licence, exceptions with reasons, and packages that are not allowed.
const packages = readLicences(path.resolve(import.meta.dirname, ".."));
for (const [kind, own = []] of Object.entries(Object.groupBy(packages, ({ licence }) => licence)))
  console.log(`${kind}: ${own.length}\n  ${own.map(({ name }) => name).join(", ")}`);
for (const { name, licence, allowedFor } of packages) {
  if (allowedFor === "permissive") continue;
  console.log(`${name} (${licence}): ${allowedFor === null ? "NOT ALLOWED" : allowedFor.reason}`);
}
if (packages.some(({ allowedFor }) => allowedFor === null)) process.exitCode = 1;

import { existsSync, readFileSync } from "node:fs";

/** Whether a file by hand adds methods to a resource of the TypeScript client. */
export function isExtended(resource: string): boolean {
  return existsSync(fileOf(resource));
}

/** Whether that file replaces a method. */
export function isOverridden(resource: string, method: string): boolean {
  return isExtended(resource) && readFileSync(fileOf(resource), "utf8").includes(`override ${method}(`);
}

function fileOf(resource: string): URL {
  return new URL(`../typescript/src/resources/${resource}.ts`, import.meta.url);
}

import { readFileSync } from "node:fs";
import path from "node:path";

/** SPDX names of the licences that ask for a notice only. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
  "Zlib",
]);

/** Packages under another licence, and why they may be used. */
const exceptions: readonly { name: RegExp; licence: RegExp; reason: string }[] = [
  {
    name: /^@duckduckgo\/autoconsent$/,
    licence: /^MPL-2\.0$/,
    reason: "used unmodified; the licence covers its own files only",
  },
  {
    name: /^@img\/sharp-(libvips-|wasm32|win32-)/,
    licence: /LGPL-3\.0-or-later/,
    reason: "libvips, a shared library that is loaded unmodified and can be replaced",
  },
  {
    name: /^caniuse-lite$/,
    licence: /^CC-BY-4\.0$/,
    reason: "data that the workflow bundler reads at build time; it is not distributed",
  },
  {
    name: /^duck$/,
    licence: /^BSD$/,
    reason: "its LICENSE file is the BSD licence of two clauses; used by the reader of Word files",
  },
  {
    name: /^@fontsource(-variable)?\//,
    licence: /^OFL-1\.1$/,
    reason: "fonts of the console, unmodified; the licence lets any software carry them",
  },
  {
    name: /^lightningcss(-|$)/,
    licence: /^MPL-2\.0$/,
    reason: "builds the console's styles; it is not distributed",
  },
  {
    name: /^unionfs$/,
    licence: /^none named$/,
    reason: "its LICENSE file is the Unlicense and its package.json names none; used by the workflow bundler",
  },
];

/** A package that production or a build of the console needs, and its licence. */
export type PackageLicence = {
  name: string;
  licence: string;
  /** Null if it must not be used. */
  allowedFor: "permissive" | { reason: string } | null;
};

type Lock = {
  packages: Record<string, { license?: string; dev?: boolean; link?: boolean }>;
};

/** The production packages of all systems in `package-lock.json`, sorted by name. */
export function readLicences(root: string): PackageLicence[] {
  const lock: Lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const licences = new Map<string, PackageLicence>();
  for (const [packagePath, { license: licence = "none named", dev = false, link }] of Object.entries(lock.packages)) {
    // A link is a package of this repository, which has an entry of its own.
    if (packagePath === "" || dev || link === true) continue;
    const name = packagePath.replace(/^.*node_modules\//, "");
    licences.set(`${name} ${licence}`, { name, licence, allowedFor: judge(name, licence) });
  }
  return [...licences.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function judge(name: string, licence: string): PackageLicence["allowedFor"] {
  const parts = licence.replaceAll(/[()]/g, "").split(" AND ");
  if (parts.every((part) => part.split(" OR ").some((one) => permissive.has(one)))) return "permissive";
  const exception = exceptions.find((one) => one.name.test(name) && one.licence.test(licence));
  return exception === undefined ? null : { reason: exception.reason };
}

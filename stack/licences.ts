import { readFileSync } from "node:fs";
import path from "node:path";

/** Licences (SPDX) under which a package may be used without asking for more than a notice. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "Unlicense",
]);

/** Packages under another licence, and why they may be used all the same. */
const exceptions: readonly { name: RegExp; licence: RegExp; reason: string }[] = [
  {
    name: /^@duckduckgo\/autoconsent$/,
    licence: /^MPL-2\.0$/,
    reason: "used unmodified; its files stay under their licence, ours are not touched by it",
  },
  {
    name: /^@img\/sharp-(libvips-|wasm32|win32-)/,
    licence: /LGPL-3\.0-or-later/,
    reason: "libvips, a shared library that is loaded unmodified and can be replaced",
  },
  {
    name: /^caniuse-lite$/,
    licence: /^CC-BY-4\.0$/,
    reason: "data that the workflow bundler reads at build time; nothing of it is passed on",
  },
  {
    name: /^unionfs$/,
    licence: /^none named$/,
    reason: "its LICENSE file is the Unlicense, its package.json names none; used by the workflow bundler",
  },
];

/** One package that production needs, and how its licence stands. */
export type PackageLicence = {
  name: string;
  licence: string;
  /** Null where it may not be used. */
  allowedFor: "permissive" | { reason: string } | null;
};

type Lock = {
  packages: Record<string, { license?: string; dev?: boolean }>;
};

/** Every package that production needs, on every system, by `package-lock.json`, sorted by name. */
export function readLicences(root: string): PackageLicence[] {
  const lock: Lock = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const found = new Map<string, PackageLicence>();
  for (const [place, { license: licence = "none named", dev = false }] of Object.entries(lock.packages)) {
    if (place === "" || dev) continue;
    const name = place.replace(/^.*node_modules\//, "");
    found.set(`${name} ${licence}`, { name, licence, allowedFor: judge(name, licence) });
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function judge(name: string, licence: string): PackageLicence["allowedFor"] {
  const parts = licence.replaceAll(/[()]/g, "").split(" AND ");
  if (parts.every((part) => part.split(" OR ").some((one) => permissive.has(one)))) return "permissive";
  const exception = exceptions.find((one) => one.name.test(name) && one.licence.test(licence));
  return exception === undefined ? null : { reason: exception.reason };
}

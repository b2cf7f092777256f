import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { version } from "#schemas/version.ts";
import { readJson } from "../home.ts";

/** The description of a backup. It is written last, so a backup without it did not end. */
const Manifest = Type.Object({
  format: Type.Literal(1),
  /** The version of Watchframe that made the backup. */
  version: Type.String(),
  /** The moment of the copied databases, ISO 8601. */
  at: Type.String({ format: "date-time" }),
  files: Type.Integer({ minimum: 1 }),
  bytes: Type.Integer({ minimum: 1 }),
  /** Documents by collection. Missing if the database is mongod, whose files only mongod reads. */
  documents: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});

/** The description of a backup. */
export type Manifest = Static<typeof Manifest>;

/** The path of a file, relative to the backup, and its SHA-256 in hexadecimal. */
export type HashedFile = { file: string; sha256: string };

const manifestName = "manifest.json";
const hashesName = "files.sha256";

/** Writes the hashes in the form of `sha256sum`, then the manifest. */
export function writeManifest(directory: string, manifest: Manifest, files: readonly HashedFile[]): void {
  const lines = files.map(({ file, sha256 }) => `${sha256}  ${file}\n`);
  writeFileSync(path.join(directory, hashesName), lines.join(""), { mode: 0o600 });
  const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
  writeFileSync(path.join(directory, manifestName), text, { mode: 0o600 });
}

/** Reads the manifest of a backup. @throws Error if the backup did not end, or a newer version made it. */
export function readManifest(directory: string): Manifest {
  const file = path.join(directory, manifestName);
  const value = readJson(file);
  if (value === undefined) throw new Error(`${file} is missing: ${directory} has no backup, or one that did not end`);
  if (!Value.Check(Manifest, value)) throw new Error(`${file} is not a manifest of this version, ${version}`);
  if (isNewer(value.version)) throw new Error(`version ${value.version} made this backup, and this is ${version}`);
  return value;
}

function isNewer(other: string): boolean {
  return other.localeCompare(version, "en", { numeric: true }) > 0;
}

/** Reads the hashes of a backup. @throws Error if they are not those of the manifest's number of files. */
export function readHashes(directory: string, { files }: Manifest): HashedFile[] {
  const list = path.join(directory, hashesName);
  const hashes = readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [, sha256, file] = /^([0-9a-f]{64}) {2}((?:data|keys)\/.+)$/.exec(line) ?? [];
      if (sha256 === undefined || file === undefined || file.split("/").includes(".."))
        throw new Error(`${list} has a line of another form: ${line}`);
      return { file, sha256 };
    });
  if (hashes.length !== files) throw new Error(`${list} has ${hashes.length} files, and the manifest says ${files}`);
  return hashes;
}

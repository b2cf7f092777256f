import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand } from "#stack/provision/context.ts";

const checkout = path.resolve(import.meta.dirname, "../../..");

/** A project outside the checkout that has installed a package of the checkout from npm's own archive. */
export type PackedPackage = {
  folder: string;
  /** The installed package. */
  installed: string;
  /** Paths of the files in the archive, sorted. */
  files: string[];
  stop(): Promise<void>;
};

/** Packs a package as for a publication, and installs the archive into an empty folder without a registry. */
export async function installPacked(workspace: string): Promise<PackedPackage> {
  const folder = await mkdtemp(path.join(tmpdir(), "watchframe-package-"));
  const npm = (args: string[], cwd: string) => runCommand({ file: "npm", args, env: process.env, cwd });
  const packed = await npm(["pack", "--json", "--pack-destination", folder], path.join(checkout, workspace));
  // The build writes its own lines before the JSON.
  const [{ name, filename, files }]: [{ name: string; filename: string; files: { path: string }[] }] = JSON.parse(
    packed.slice(packed.search(/^\[/m)),
  );
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  await npm(["install", "--offline", "--no-audit", "--no-fund", `./${filename}`], folder);
  return {
    folder,
    installed: path.join(folder, "node_modules", name),
    files: files.map((file) => file.path).toSorted(),
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

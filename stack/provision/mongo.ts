import { mkdirSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { MongoClient } from "mongodb";
import { serverEnvironment } from "../environment.ts";
import type { PartDefinition } from "../supervisor/partRunner.ts";
import { type Artifact, canConnect, findArtifact, getArtifact, ProvisionError, type Source } from "./artifact.ts";
import type { ProvisionContext } from "./context.ts";
import { ferretPatches } from "./ferretPatches.ts";
import { fromGoFolder } from "./goBuild.ts";

/** The database server. Only the server that wrote a home's data can read it. */
export type MongoFlavor = "mongod" | "ferretdb";

/** A database server's executable. */
export type MongoExecutable = {
  flavor: MongoFlavor;
  executable: string;
};

const mongodVersion = "8.2.6";
const help =
  "Help: set WATCHFRAME_MONGO_URL to a running MongoDB (mongodb://host:port/watchframe), put mongod on PATH, " +
  "or install Go 1.23 or newer for FerretDB.";

const mongod: Artifact = { name: "mongod", version: mongodVersion, onPath: ["mongod"], sources: [fromMongoDb()] };

/** Bytes of memory beyond which FerretDB collects garbage without a pause. Go's default waits until the heap has doubled. */
const maxFerretBytes = 384 * 2 ** 20;

const ferretdb: Artifact = {
  name: "ferretdb",
  // The last number is ours. Raise it with each change of the Go files or patches.
  version: "1.24.0-9",
  onPath: [],
  sources: [fromGoFolder(path.join(import.meta.dirname, "ferretdb"), "ferretdb", ferretPatches)],
};

/**
 * A mongod if there is one, else FerretDB. With `keep`, only the server that wrote the home's data.
 * It looks into both caches before it downloads, so a second start needs no network.
 */
export async function provisionMongo(context: ProvisionContext, keep?: MongoFlavor): Promise<MongoExecutable> {
  const attempts: string[] = [];
  const flavors: MongoFlavor[] = keep ? [keep] : ["mongod", "ferretdb"];
  const artifacts = { mongod, ferretdb } satisfies Record<MongoFlavor, Artifact>;
  for (const look of [findArtifact, getArtifact]) {
    for (const flavor of flavors) {
      const executable = await look(artifacts[flavor], context, attempts);
      if (executable) return { flavor, executable };
    }
  }
  const kept = keep ? ` This home's data was written by ${keep}; another WATCHFRAME_HOME starts empty.` : "";
  throw new ProvisionError(keep ?? "mongod or FerretDB", attempts, help + kept);
}

/** The database server on loopback with its data in `home`. */
export function mongoPart({ flavor, executable }: MongoExecutable, home: string, port: number): PartDefinition {
  const data = path.join(home, flavor);
  mkdirSync(data, { recursive: true });
  const args = {
    mongod: ["--dbpath", data, "--bind_ip", "127.0.0.1", "--port", String(port)],
    ferretdb: ["--listen-addr", `127.0.0.1:${port}`, "--sqlite-url", `file:${data}/?_pragma=synchronous(normal)`],
  } satisfies Record<MongoFlavor, string[]>;
  const environments = {
    mongod: serverEnvironment(home),
    ferretdb: { ...serverEnvironment(home), GOMEMLIMIT: String(maxFerretBytes) },
  } satisfies Record<MongoFlavor, Record<string, string>>;
  return {
    name: "mongo",
    needs: [],
    command: { file: executable, args: args[flavor], env: environments[flavor] },
    ready: () => answersPing(port),
    graceMs: 15_000,
  };
}

async function answersPing(port: number): Promise<boolean> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 500,
  });
  try {
    await client.db("admin").command({ ping: 1 });
    return true;
  } finally {
    await client.close();
  }
}

/** The official binary, chosen for this system and checked against MongoDB's own sum by the downloader. */
function fromMongoDb(): Source {
  return {
    title: `downloading mongod ${mongodVersion} from fastdl.mongodb.org`,
    async fetch(directory, context) {
      await canConnect("fastdl.mongodb.org", 443, context);
      // Few starts download, and the library stays in memory.
      const { MongoBinary } = await import("mongodb-memory-server-core");
      const found = await MongoBinary.getPath({ version: mongodVersion, downloadDir: directory, checkMD5: true });
      if (!path.relative(directory, found).startsWith("..")) return found;
      // It also looks into its own caches, which we cannot verify.
      const copy = path.join(directory, "mongod");
      await copyFile(found, copy);
      return copy;
    },
  };
}

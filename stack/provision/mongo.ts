import { mkdirSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import path from "node:path";
import { MongoClient } from "mongodb";
import { MongoBinary } from "mongodb-memory-server-core";
import { serverEnvironment } from "../environment.ts";
import type { PartDefinition } from "../supervisor/partRunner.ts";
import { type Artifact, canConnect, findArtifact, getArtifact, ProvisionError, type Source } from "./artifact.ts";
import type { ProvisionContext } from "./context.ts";
import { fromGoFolder, type SourcePatch } from "./goBuild.ts";

/** Which server keeps the documents; a home's data can be read only by the one that wrote it. */
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

const ferretdbSource = "github.com/FerretDB/FerretDB/internal";

/** Commands that change nothing. They take no lock. */
const reads =
  "aggregate buildInfo buildinfo count distinct endSessions explain find getMore getParameter hello isMaster ismaster killCursors " +
  "listCollections listDatabases listIndexes ping serverStatus whatsmyuri";

const patches: SourcePatch[] = [
  // FerretDB looks a document up by its _id only where the filter names nothing else, and in words that SQLite does not
  // recognise as those of its own index, so it reads and decodes every document of the collection. (Filters are applied
  // to what was looked up as well, so looking up less is safe.)
  {
    file: `${ferretdbSource}/backends/sqlite/collection.go`,
    from: "params.Filter.Len() == 1",
    to: "params.Filter.Len() > 0",
    places: 2,
  },
  { file: `${ferretdbSource}/backends/sqlite/metadata/metadata.go`, from: "->'$._id'", to: "->'_id'", places: 1 },
  // Its SQLite backend reads a document, changes it and writes it back in separate steps, so of updates that run at the same
  // time all but one are lost: 200 concurrent increments made 6. MongoDB promises that an update of one document is
  // atomic, and everything that counts or claims rests on that promise. So one write goes through at a time.
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: '\t"sync/atomic"\n',
    to: '\t"sync"\n\t"sync/atomic"\n',
    places: 1,
  },
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: "\t\treturn cmd.Handler(connCtx, msg)\n",
    to: "\t\tif !reads[command] {\n\t\t\twrites.Lock()\n\t\t\tdefer writes.Unlock()\n\t\t}\n\t\treturn cmd.Handler(connCtx, msg)\n",
    places: 1,
  },
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: "\nfunc (c *conn) handleOpMsg(",
    to: `\nvar writes sync.Mutex\n\nvar reads = map[string]bool{${reads.replaceAll(/\w+/g, '"$&": true,')}}\n\nfunc (c *conn) handleOpMsg(`,
    places: 1,
  },
  // It notes where each of its objects was made, by reflection and a stack trace, to find its own leaks.
  {
    file: `${ferretdbSource}/util/resource/resource.go`,
    from: "\tcheckArgs(obj, token)\n",
    to: "\tif token != nil {\n\t\treturn\n\t}\n",
    places: 2,
  },
];

const ferretdb: Artifact = {
  name: "ferretdb",
  // The last number is ours: it changes with the Go files and the patches.
  version: "1.24.0-6",
  onPath: [],
  sources: [fromGoFolder(path.join(import.meta.dirname, "ferretdb"), "ferretdb", patches)],
};

/**
 * A mongod if there is one, else FerretDB; with `keep`, only the server that wrote the home's data.
 * Both caches are looked at before anything is downloaded, so a second start needs no network.
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
  const kept = keep ? ` This home's data was written by ${keep}; another WATCHFRAME_HOME starts afresh.` : "";
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
  return {
    name: "mongo",
    needs: [],
    command: { file: executable, args: args[flavor], env: serverEnvironment(home) },
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
      const found = await MongoBinary.getPath({ version: mongodVersion, downloadDir: directory, checkMD5: true });
      if (!path.relative(directory, found).startsWith("..")) return found;
      // It also looks into caches of its own, whose files are not ours to rely on.
      const copy = path.join(directory, "mongod");
      await copyFile(found, copy);
      return copy;
    },
  };
}

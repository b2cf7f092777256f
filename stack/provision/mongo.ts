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

const ferretdbSource = "github.com/FerretDB/FerretDB/internal";

/** Commands that only read. They take no lock. */
const reads =
  "aggregate buildInfo buildinfo count distinct endSessions explain find getMore getParameter hello isMaster ismaster killCursors " +
  "listCollections listDatabases listIndexes ping serverStatus whatsmyuri";

/**
 * Go source: an SQL condition that each row with the filter's top-level strings meets, and few others. The stored JSON
 * has no spaces, so a field and its string are one text. An array may contain the string.
 */
const containsStrings = `
func containsStrings(filter *types.Document) (string, []any) {
	var clauses []string
	var args []any
	for _, key := range filter.Keys() {
		value, isString := must.NotFail(filter.Get(key)).(string)
		if !isString || strings.ContainsAny(key, "$.") {
			continue
		}
		field := string(must.NotFail(sjson.MarshalSingleValue(key))) + ":"
		column := metadata.DefaultColumn
		clauses = append(clauses, "(instr("+column+", ?) > 0 OR instr("+column+", ?) > 0)")
		args = append(args, field+string(must.NotFail(sjson.MarshalSingleValue(value))), field+"[")
	}
	if len(clauses) == 0 {
		return "", nil
	}
	return " WHERE " + strings.Join(clauses, " AND "), args
}
`;

const patches: SourcePatch[] = [
  // FerretDB looks up a document by _id only if the filter has no other field. Its SQL does not match its own index
  // in SQLite, so it reads and decodes every document of the collection. It filters the rows that it found, so a
  // narrower look-up is safe.
  {
    file: `${ferretdbSource}/backends/sqlite/collection.go`,
    from: "params.Filter.Len() == 1",
    to: "params.Filter.Len() > 0",
    occurrences: 2,
  },
  { file: `${ferretdbSource}/backends/sqlite/metadata/metadata.go`, from: "->'$._id'", to: "->'_id'", occurrences: 1 },
  // It decodes each document of the collection to compare the other fields. Most queries name an account by its id, so
  // a search for the strings in the stored JSON leaves few documents. Beside another account's 1,000 jobs, a query took
  // 449 ms without it and takes 27 ms.
  {
    file: `${ferretdbSource}/backends/sqlite/collection.go`,
    from: "\tq += whereClause\n",
    to: '\tif whereClause == "" {\n\t\twhereClause, args = containsStrings(params.Filter)\n\t}\n\tq += whereClause\n',
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/backends/sqlite/collection.go`,
    from: "\n// InsertAll implements",
    to: `${containsStrings}\n// InsertAll implements`,
    occurrences: 1,
  },
  // Its SQLite backend reads, changes and writes a document in separate steps, so concurrent updates
  // are lost: 200 concurrent increments made 6. MongoDB updates one document atomically, and
  // every counter and lease relies on it. So one write runs at a time.
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: '\t"sync/atomic"\n',
    to: '\t"sync"\n\t"sync/atomic"\n',
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: "\t\treturn cmd.Handler(connCtx, msg)\n",
    to: "\t\tif !reads[command] {\n\t\t\twrites.Lock()\n\t\t\tdefer writes.Unlock()\n\t\t}\n\t\treturn cmd.Handler(connCtx, msg)\n",
    occurrences: 1,
  },
  {
    file: `${ferretdbSource}/clientconn/conn.go`,
    from: "\nfunc (c *conn) handleOpMsg(",
    to: `\nvar writes sync.Mutex\n\nvar reads = map[string]bool{${reads.replaceAll(/\w+/g, '"$&": true,')}}\n\nfunc (c *conn) handleOpMsg(`,
    occurrences: 1,
  },
  // FerretDB records a stack trace for each of its objects to find leaks, which is slow.
  {
    file: `${ferretdbSource}/util/resource/resource.go`,
    from: "\tcheckArgs(obj, token)\n",
    to: "\tif token != nil {\n\t\treturn\n\t}\n",
    occurrences: 2,
  },
];

const ferretdb: Artifact = {
  name: "ferretdb",
  // The last number is ours. Raise it with each change of the Go files or patches.
  version: "1.24.0-7",
  onPath: [],
  sources: [fromGoFolder(path.join(import.meta.dirname, "ferretdb"), "ferretdb", patches)],
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
      // It also looks into its own caches, which we cannot verify.
      const copy = path.join(directory, "mongod");
      await copyFile(found, copy);
      return copy;
    },
  };
}

import { cacheDirOf } from "./provision/cache.ts";
import { provisionMongo } from "./provision/mongo.ts";
import { provisionObjectStore } from "./provision/objectStore.ts";
import { provisionTemporal } from "./provision/temporal.ts";

/** Gets the servers of the image `watchframe` into its cache. The database is FerretDB, which needs no libraries. */
const context = { env: process.env, cacheDir: cacheDirOf(process.env), onLine: console.log };
await provisionTemporal(context);
await provisionMongo(context, "ferretdb");
await provisionObjectStore(context);

import { provisionBrowser } from "#stack/provision/browser.ts";
import { cacheDirOf } from "#stack/provision/cache.ts";
import { provisionMongo } from "#stack/provision/mongo.ts";
import { provisionObjectStore } from "#stack/provision/objectStore.ts";
import { provisionTemporal } from "#stack/provision/temporal.ts";

let chrome: string | null = null;

/** Finds or gets the browser and every server, so that no test's timeout includes building one. */
export async function provisionAll(): Promise<void> {
  const env = process.env;
  const context = { env, cacheDir: cacheDirOf(env), onLine: (line: string) => console.log(`  ${line}`) };
  [chrome] = await Promise.all([
    provisionBrowser(context),
    provisionTemporal(context),
    provisionMongo(context),
    provisionObjectStore(context),
  ]);
}

/** The browser's binary. */
export function chromePath(): string {
  if (chrome === null) throw new Error("provisionAll() has not run");
  return chrome;
}

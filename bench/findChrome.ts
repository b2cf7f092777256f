import { provisionBrowser } from "#stack/provision/browser.ts";
import { cacheDirOf } from "#stack/provision/cache.ts";

/** Path of the browser for all measurements. */
export function findChrome(): Promise<string> {
  const { env } = process;
  return provisionBrowser({ env, cacheDir: cacheDirOf(env), onLine: console.log });
}

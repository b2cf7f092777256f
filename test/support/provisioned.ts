import path from "node:path";
import { findOnPath } from "#stack/provision/artifact.ts";
import { provisionBrowser } from "#stack/provision/browser.ts";
import { cacheDirOf } from "#stack/provision/cache.ts";
import type { ProvisionContext } from "#stack/provision/context.ts";
import { type DebianPrograms, installWithApt } from "#stack/provision/debian.ts";
import { provisionFfmpeg } from "#stack/provision/ffmpeg.ts";
import { provisionMongo } from "#stack/provision/mongo.ts";
import { provisionObjectStore } from "#stack/provision/objectStore.ts";
import { provisionTemporal } from "#stack/provision/temporal.ts";

type Programs = {
  chrome: string;
  ffmpeg: string | null;
  poppler: string | null;
  mailServer: string | null;
  httpProxy: string | null;
  socksProxy: string | null;
};
let programs: Programs | null = null;

/** Finds or gets the browser, the readers of files and every server, so that no test's timeout includes getting one. */
export async function provisionAll(): Promise<void> {
  const env = process.env;
  const context = { env, cacheDir: cacheDirOf(env), onLine: (line: string) => console.log(`  ${line}`) };
  const [chrome, ffmpeg, poppler, mailServer, httpProxy, socksProxy] = await Promise.all([
    provisionBrowser(context),
    provisionFfmpeg(context),
    provisionPrograms(popplerUtils, context),
    provisionPrograms(mailServers, context),
    provisionPrograms(httpProxies, context),
    provisionPrograms(socksProxies, context),
    provisionPrograms(nssTools, context),
    provisionTemporal(context),
    provisionMongo(context),
    provisionObjectStore(context),
  ]);
  programs = { chrome, ffmpeg, poppler, mailServer, httpProxy, socksProxy };
}

const popplerUtils: DebianPrograms = {
  name: "poppler",
  packages: ["poppler-utils"],
  find: (context) => findOnPath(["pdfinfo"], context),
};

/** A mail server by other people than those of the client. */
const mailServers: DebianPrograms = {
  name: "aiosmtpd",
  packages: ["python3-aiosmtpd"],
  find: (context) => findOnPath(["aiosmtpd"], context),
};

/** An HTTP proxy and a SOCKS5 proxy that companies run. */
const httpProxies: DebianPrograms = {
  name: "tinyproxy",
  packages: ["tinyproxy-bin"],
  find: (context) => findOnPath(["tinyproxy"], context),
};
const socksProxies: DebianPrograms = {
  name: "microsocks",
  packages: ["microsocks"],
  find: (context) => findOnPath(["microsocks"], context),
};

/** `certutil`, which makes stores of authorities for the browser. */
const nssTools: DebianPrograms = {
  name: "certutil",
  packages: ["libnss3-tools"],
  find: (context) => findOnPath(["certutil"], context),
};

async function provisionPrograms(wanted: DebianPrograms, context: ProvisionContext): Promise<string | null> {
  const attempts: string[] = [];
  const found = (await wanted.find(context)) ?? (await installWithApt(wanted, context, attempts));
  if (!found)
    context.onLine(`${wanted.name}: not found (${attempts.join("; ")}). Install ${wanted.packages.join(" ")}.`);
  return found ?? null;
}

function provisioned(): Programs {
  if (programs === null) throw new Error("provisionAll() has not run");
  return programs;
}

/** The browser's binary. */
export function chromePath(): string {
  return provisioned().chrome;
}

/** The encoder's binary, and that of its reader. @throws Error without ffmpeg. */
export function ffmpegPaths(): { ffmpeg: string; ffprobe: string } {
  const { ffmpeg } = provisioned();
  if (ffmpeg === null) throw new Error("This test needs ffmpeg (Debian: apt-get install ffmpeg).");
  return { ffmpeg, ffprobe: path.join(path.dirname(ffmpeg), "ffprobe") };
}

/** The program of the mail server. @throws Error without it. */
export function mailServerPath(): string {
  const { mailServer } = provisioned();
  if (mailServer === null) throw new Error("This test needs aiosmtpd (Debian: apt-get install python3-aiosmtpd).");
  return mailServer;
}

/** The programs of an HTTP proxy and of a SOCKS5 proxy. @throws Error without them. */
export function proxyPaths(): { http: string; socks5: string } {
  const { httpProxy: http, socksProxy: socks5 } = provisioned();
  if (http === null || socks5 === null)
    throw new Error("This test needs proxies (Debian: apt-get install tinyproxy-bin microsocks).");
  return { http, socks5 };
}

/** The folder of poppler's programs; null if they can't be installed here. */
export function popplerFolder(): string | null {
  const { poppler } = provisioned();
  return poppler === null ? null : path.dirname(poppler);
}

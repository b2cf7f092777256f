import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The folder of the checkout. */
export const root = join(import.meta.dirname, "../..");

/** A service as docker-compose.yml describes it, as far as tests look at it. */
export type Service = {
  image?: string;
  build?: { context: string; target: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  networks?: string[] | Record<string, { aliases?: string[] }>;
  restart?: string;
  profiles?: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: string[];
  deploy?: { replicas?: number; resources?: { limits?: { cpus?: string; memory?: string; pids?: number } } };
};

/** The whole file. */
export type ComposeFile = {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean; driver_opts?: Record<string, string> }>;
};

/** docker-compose.yml with its anchors resolved and its variables filled in from `variables`, as Compose would. */
export function readCompose(variables: Record<string, string> = {}): ComposeFile {
  const text = readFileSync(join(root, "docker-compose.yml"), "utf8");
  const file: ComposeFile = parse(text, {
    merge: true,
    reviver: (_key: unknown, value: unknown) => (typeof value === "string" ? fillIn(value, variables) : value),
  });
  return file;
}

function fillIn(text: string, variables: Record<string, string>): string {
  return text
    .replaceAll(/(?<!\$)\$\{(\w+):-([^}]*)\}/g, (_all, name: string, other: string) => variables[name] || other)
    .replaceAll("$$", "$");
}

/** The ENV settings of a stage of the Dockerfile and of the stages below it. */
export function imageSettings(stage: string): Record<string, string> {
  const settings: Record<string, string> = {};
  const lines = readFileSync(join(root, "Dockerfile"), "utf8").split("\n");
  const wanted = new Set([stage]);
  for (const line of lines.toReversed()) {
    const [, base, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    if (name !== undefined && wanted.has(name)) wanted.add(base ?? "");
  }
  let inside = false;
  for (const line of lines) {
    const name = /^FROM \S+ AS (\S+)$/.exec(line)?.[1];
    if (name !== undefined) inside = wanted.has(name);
    if (!inside || !line.startsWith("ENV ")) continue;
    for (const [, key = "", value = ""] of line.matchAll(/(\w+)=(\S+)/g)) settings[key] = value;
  }
  return settings;
}

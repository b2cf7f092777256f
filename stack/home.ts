import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { Environment } from "./environment.ts";

/** The state of a home between starts: its secrets, and which database server wrote its documents. */
export const HomeState = Type.Object({
  keyRing: Type.String(),
  signingKey: Type.String(),
  s3: Type.Object({ accessKeyId: Type.String(), secretAccessKey: Type.String() }),
  postmarkToken: Type.String(),
  mongoFlavor: Type.Optional(Type.Union([Type.Literal("mongod"), Type.Literal("ferretdb")])),
  account: Type.Optional(Type.Object({ id: Type.String(), apiKey: Type.String() })),
});

/** The state of a home between starts. */
export type HomeState = Static<typeof HomeState>;

/** The folder of all data: WATCHFRAME_HOME, else `.watchframe` in the checkout. */
export function homeOf(env: Environment): string {
  return path.resolve(env["WATCHFRAME_HOME"] || path.join(import.meta.dirname, "..", ".watchframe"));
}

/** The part of `stack.json` that other programs read. */
const StackFile = Type.Object({
  apiUrl: Type.String(),
  apiKey: Type.String(),
  mongoUrl: Type.String(),
  temporalAddress: Type.Optional(Type.String()),
  temporalUiUrl: Type.Optional(Type.String()),
  namespace: Type.Optional(Type.String()),
});

/** The addresses of the stack that runs in `home`; undefined while none is ready. */
export function readStackFile(home: string): Static<typeof StackFile> | undefined {
  const value = readJson(stackFileOf(home));
  return Value.Check(StackFile, value) ? value : undefined;
}

/** Path of the file that describes the running stack. */
export function stackFileOf(home: string): string {
  return path.join(home, "stack.json");
}

/** Reads the home's state. Creates it with new secrets in a new home. @throws Error if the file cannot be read. */
export function openState(home: string): HomeState {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = stateFileOf(home);
  const value = readJson(file);
  if (value === undefined) {
    const state = newState();
    saveState(home, state);
    return state;
  }
  // New secrets must not replace it: they could not open the home's data.
  if (!Value.Check(HomeState, value)) throw new Error(`${file} is not a state file of this version`);
  return value;
}

/** Writes the home's state, readable by its owner only. */
export function saveState(home: string, state: HomeState): void {
  writePrivateJson(stateFileOf(home), state);
}

function newState(): HomeState {
  return {
    keyRing: `k1:${randomBytes(32).toString("base64")}`,
    signingKey: randomBytes(32).toString("base64"),
    s3: {
      accessKeyId: `WF${randomBytes(9).toString("hex").toUpperCase()}`,
      secretAccessKey: randomBytes(30).toString("base64url"),
    },
    postmarkToken: randomBytes(16).toString("hex"),
  };
}

/** Path of the file with the home's state. */
export function stateFileOf(home: string): string {
  return path.join(home, "state.json");
}

/**
 * Writes JSON that only its owner can read, in one step: a reader sees the old text or the new one.
 * Synchronous: a process that is killed right after the call has written the file.
 */
export function writePrivateJson(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  writeFileSync(unfinished, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, file);
}

/** The JSON in a file, or undefined when there is no such file. */
export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new Error(`${file} cannot be read`, { cause: error });
  }
}

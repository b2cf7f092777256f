import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { readJson, writePrivateJson } from "./files.ts";
import type { Environment } from "./provision/context.ts";

/** What a home keeps between starts: the secrets everything in it was written with, and who wrote the documents. */
export const HomeState = Type.Object({
  keyRing: Type.String(),
  signingKey: Type.String(),
  s3: Type.Object({ accessKeyId: Type.String(), secretAccessKey: Type.String() }),
  postmarkToken: Type.String(),
  mongoFlavor: Type.Optional(Type.Union([Type.Literal("mongod"), Type.Literal("ferretdb")])),
  account: Type.Optional(Type.Object({ id: Type.String(), apiKey: Type.String() })),
});

/** What a home keeps between starts. */
export type HomeState = Static<typeof HomeState>;

/** The folder of all data: WATCHFRAME_HOME, else `.watchframe` in the checkout. */
export function homeOf(env: Environment): string {
  return path.resolve(env["WATCHFRAME_HOME"] || path.join(import.meta.dirname, "..", ".watchframe"));
}

/** What a program outside needs of `stack.json`. */
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

/** Where a running stack writes what it is. */
export function stackFileOf(home: string): string {
  return path.join(home, "stack.json");
}

/** Reads the home's state; a new home gets secrets of its own. */
export function openState(home: string): HomeState {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const file = stateFile(home);
  const value = readJson(file);
  if (value === undefined) {
    const state = newState();
    saveState(home, state);
    return state;
  }
  // Never replaced by new secrets: what lies in the home could not be opened any more.
  if (!Value.Check(HomeState, value)) throw new Error(`${file} is not a state file of this version`);
  return value;
}

/** Writes the home's state, readable by its owner only. */
export function saveState(home: string, state: HomeState): void {
  writePrivateJson(stateFile(home), state);
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

function stateFile(home: string): string {
  return path.join(home, "state.json");
}

import { readFileSync } from "node:fs";
import { ApiError } from "#clients/typescript/src/errors.ts";
import { type PictureFormat, pictureFormats } from "./pictures.ts";
import { serveOnStdio } from "./stdio.ts";

/** The tools of agents on standard input and output, for the service and the key that the environment names. */
async function main(): Promise<void> {
  const { WATCHFRAME_URL: baseUrl = "http://127.0.0.1:3000", WATCHFRAME_PICTURES: pictures = "webp" } = process.env;
  const apiKey = readKey();
  if (apiKey === "") throw new Error("Set WATCHFRAME_API_KEY, or WATCHFRAME_API_KEY_FILE with the name of a file.");
  if (!URL.canParse(baseUrl)) throw new Error("WATCHFRAME_URL must be an address, such as https://shots.example.com.");
  if (!isFormat(pictures)) throw new Error(`WATCHFRAME_PICTURES must be one of ${pictureFormats.join(", ")}.`);
  await serveOnStdio({ baseUrl, apiKey, pictures, onError });
}

function onError({ message }: Error): void {
  process.stderr.write(`${message}\n`);
}

function readKey(): string {
  const { WATCHFRAME_API_KEY: key = "", WATCHFRAME_API_KEY_FILE: file = "" } = process.env;
  return file === "" ? key : readFileSync(file, "utf8").trim();
}

function isFormat(text: string): text is PictureFormat {
  return pictureFormats.some((format) => format === text);
}

try {
  await main();
} catch (thrown) {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`${thrown instanceof ApiError ? `The API refused: ${reason}` : reason}\n`);
  process.exitCode = 1;
}

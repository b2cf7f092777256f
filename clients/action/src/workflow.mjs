// @ts-check
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";

/** Text for a workflow command. A line break would begin another command. @param {string} text */
function escapeCommand(text) {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** @param {string} message */
export function warn(message) {
  console.log(`::warning title=Watchframe::${escapeCommand(message)}`);
}

/** Ends the step. @param {string} message @param {number} code */
export function fail(message, code) {
  console.log(`::error title=Watchframe::${escapeCommand(message)}`);
  process.exitCode = code;
}

/** File with the signed addresses of a folder's pictures. It is no part of the artifact. @param {string} folder */
export function signedFile(folder) {
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 16);
  return path.join(process.env.RUNNER_TEMP || tmpdir(), `watchframe-${name}.json`);
}

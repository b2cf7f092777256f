// @ts-check
import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * @typedef {{ url: string, contentType: string, page?: { title?: string, statusCode?: number } }} Picture
 * @typedef {{ path: string, base: string, preview: string, status: "changed" | "unchanged" | "failed", error?: string,
 *   id?: string, differenceRatio?: number, regionCount?: number, title?: string, seconds: number,
 *   files?: Record<string, string>, signed?: Record<string, string> }} Result `files` are paths in the folder, and `signed`
 *   addresses that need no key, of the pictures before, after and overlay.
 */

/** Exit code of `watchframe diff` for a change. */
export const changedCode = 10;

/**
 * Compares one page by the command line, and saves the pictures if it changed.
 * @param {{ path: string, base: string, preview: string }} page
 * @param {{ command: string[], flags: string[], folder: string, name: string }} options
 * @returns {Promise<Result>}
 */
export async function compareOne(page, options) {
  const began = Date.now();
  try {
    return { ...page, ...(await compare(page, options)), seconds: secondsSince(began) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...page, status: "failed", error: message.slice(0, 500), seconds: secondsSince(began) };
  }
}

/** @param {number} began */
function secondsSince(began) {
  return (Date.now() - began) / 1_000;
}

/**
 * @param {{ base: string, preview: string }} page
 * @param {Parameters<typeof compareOne>[1]} options
 * @returns {Promise<Omit<Result, "path" | "base" | "preview" | "seconds">>}
 * @throws Error with the message of the command line, if it could not compare.
 */
async function compare(page, { command, flags, folder, name }) {
  const { code, stdout, stderr } = await run([
    ...command,
    "diff",
    page.base,
    page.preview,
    ...flags,
    "--json",
    "--quiet",
  ]);
  const reply = parse(stdout);
  if ((code !== 0 && code !== changedCode) || reply?.result === undefined) {
    throw new Error(reply?.error?.message ?? (stderr.trim() || `The command line ended with code ${code}.`));
  }
  const { changed, differenceRatio, regions, before, after, visualization } = reply.result;
  const pictures = { before, after, ...(visualization && { overlay: visualization }) };
  return {
    status: changed ? "changed" : "unchanged",
    id: reply.id,
    differenceRatio,
    regionCount: regions.length,
    title: after.page?.title ?? "",
    ...(changed && { files: await savePictures(pictures, { folder, name }), signed: addressesOf(pictures) }),
  };
}

/** @param {readonly string[]} command @returns {Promise<{ code: number | null, stdout: string, stderr: string }>} */
function run([program = "", ...args]) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text) => (output.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text) => (output.stderr += text));
    child.on("error", (error) => resolve({ code: null, stdout: "", stderr: `${program} can't run: ${error.message}` }));
    child.on("close", (code) => resolve({ code, ...output }));
  });
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {Record<string, Picture>} pictures @param {{ folder: string, name: string }} place */
async function savePictures(pictures, { folder, name }) {
  await mkdir(path.join(folder, name), { recursive: true });
  const saves = Object.entries(pictures).map(async ([role, { url, contentType }]) => {
    const file = `${name}/${role}.${contentType === "image/png" ? "png" : "jpg"}`;
    const reply = await fetch(url);
    if (!reply.ok) throw new Error(`The picture ${role} of ${name} can't be read: status ${reply.status}.`);
    await writeFile(path.join(folder, file), new Uint8Array(await reply.arrayBuffer()));
    return [role, file];
  });
  return Object.fromEntries(await Promise.all(saves));
}

/** @param {Record<string, Picture>} pictures */
function addressesOf(pictures) {
  return Object.fromEntries(Object.entries(pictures).map(([role, { url }]) => [role, url]));
}

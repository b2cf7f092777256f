// @ts-check
// Last step of the action: writes the summary and the comment, and ends with the outcome.
import { appendFile, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { explain, writeComment } from "./comment.mjs";
import { changedCode } from "./compareOne.mjs";
import { choice, folderInput, input, InputError } from "./inputs.mjs";
import { writeReport } from "./markdown.mjs";
import { fail, signedFile, warn } from "./workflow.mjs";

/** Exit code if pages could not be compared, as of the command line. */
const someFailedCode = 5;

try {
  await main();
} catch (error) {
  fail(error instanceof Error ? error.message : String(error), error instanceof InputError ? 2 : 1);
}

async function main() {
  const folder = folderInput();
  const results = JSON.parse(await readFile(path.join(folder, "results.json"), "utf8"));
  const report = writeReport(results, { artifactUrl: input("ARTIFACT_URL"), signed: await readSigned(folder) });
  if (process.env.GITHUB_STEP_SUMMARY) await appendFile(process.env.GITHUB_STEP_SUMMARY, report);
  if (choice("COMMENT", ["true", "false"]) === "true") await comment(report);
  const failsOnChange = choice("FAIL_ON_CHANGE", ["true", "false"]) === "true";
  if (results.failed > 0) fail(`${results.failed} of ${results.compared} pages could not be compared.`, someFailedCode);
  else if (results.changed > 0 && failsOnChange)
    fail(`${results.changed} of ${results.compared} pages changed.`, changedCode);
}

/** The signed addresses of the step before. They are read once. @param {string} folder */
async function readSigned(folder) {
  try {
    return JSON.parse(await readFile(signedFile(folder), "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw error;
  } finally {
    await rm(signedFile(folder), { force: true });
  }
}

/** Writes the comment. The outcome of the step does not depend on it. @param {string} report */
async function comment(report) {
  const number = await pullRequestNumber();
  if (number === null) return console.log("This run belongs to no pull request, so there is no comment.");
  const name = input("NAME").replace(/[^\w.-]+/g, "-");
  const marker = `<!-- watchframe:${name} -->`;
  const api = process.env.GITHUB_API_URL || "https://api.github.com";
  const graphql = process.env.GITHUB_GRAPHQL_URL || "https://api.github.com/graphql";
  const place = { api, graphql, token: input("TOKEN"), repository: process.env.GITHUB_REPOSITORY ?? "", number };
  try {
    const { url, status } = await writeComment(place, { marker, body: `${marker}\n${report}` });
    console.log(`The comment is ${status}: ${url}`);
  } catch (error) {
    warn(explain(error));
  }
}

/** The number of the pull request that started the run; null for another event. @returns {Promise<number | null>} */
async function pullRequestNumber() {
  const file = process.env.GITHUB_EVENT_PATH;
  if (!file) return null;
  const event = JSON.parse(await readFile(file, "utf8"));
  return event.pull_request?.number ?? (event.issue?.pull_request ? event.issue.number : null);
}

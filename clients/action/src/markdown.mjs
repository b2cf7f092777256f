// @ts-check

/** Changed pages that a report lists, so that it stays within GitHub's 65,536 characters. */
const maxRows = 20;
const maxTextLength = 120;

/**
 * The report for the comment and the summary.
 * @param {{ compared: number, changed: number, failed: number, pages: import("./compareOne.mjs").Result[] }} results
 * @param {{ artifactUrl: string, signed: Record<string, Record<string, string>> }} pictures `signed` has addresses by paths.
 */
export function writeReport({ compared, changed, failed, pages }, { artifactUrl, signed }) {
  const listed = pages.filter(({ status }) => status !== "unchanged");
  const withPictures = Object.keys(signed).length > 0;
  const left = listed.length - maxRows;
  return [
    `### Watchframe: ${titleOf({ compared, changed, failed })}`,
    "",
    ...(listed.length > 0 ? tableOf(listed.slice(0, maxRows), withPictures ? signed : null) : []),
    ...(left > 0 ? ["", `And ${left} more, which results.json lists.`] : []),
    ...(isHttp(artifactUrl) ? ["", `<a href="${escape(artifactUrl)}">Pictures and results</a>`] : []),
    "",
  ].join("\n");
}

/** @param {{ compared: number, changed: number, failed: number }} totals */
function titleOf({ compared, changed, failed }) {
  const errors = failed === 0 ? "" : `, and ${failed} could not be compared`;
  if (changed === 0) return `no change in ${compared - failed} pages${errors}`;
  return `${changed} of ${compared} pages changed${errors}`;
}

/** @param {readonly import("./compareOne.mjs").Result[]} pages @param {Record<string, Record<string, string>> | null} signed */
function tableOf(pages, signed) {
  const headings = [
    "page",
    "change",
    ...(signed === null ? ["folder in the artifact"] : ["before", "after", "overlay"]),
  ];
  const rows = pages.map((page) => [pageCell(page), changeCell(page), ...pictureCells(page, signed)]);
  return [headings, headings.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

/** @param {import("./compareOne.mjs").Result} page */
function pageCell({ path, preview, title = "" }) {
  const link = isHttp(preview) ? `<a href="${escape(preview)}">${code(path)}</a>` : code(path);
  return title === "" ? link : `${link}<br>${code(title)}`;
}

/** @param {import("./compareOne.mjs").Result} page */
function changeCell({ status, error = "", differenceRatio = 0, regionCount = 0 }) {
  if (status === "failed") return `failed: ${code(error)}`;
  return `${(differenceRatio * 100).toPrecision(2)} %, ${regionCount} ${regionCount === 1 ? "area" : "areas"}`;
}

/** @param {import("./compareOne.mjs").Result} page @param {Record<string, Record<string, string>> | null} signed */
function pictureCells({ path, files }, signed) {
  if (signed === null) return [files?.before === undefined ? "" : code(files.before.split("/", 1)[0] ?? "")];
  return ["before", "after", "overlay"].map((role) => {
    const address = signed[path]?.[role] ?? "";
    return isHttp(address)
      ? `<a href="${escape(address)}"><img width="240" src="${escape(address)}" alt="${role}"></a>`
      : "";
  });
}

/** Text of a page as it is: no markup, and inside `code` no mentions, links or references. @param {string} text */
function code(text) {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ").trim();
  const short = line.length > maxTextLength ? `${line.slice(0, maxTextLength - 1)}…`.replace(/\p{Cs}…$/u, "…") : line;
  return `<code>${escape(short)}</code>`;
}

/** All characters with a meaning in HTML or Markdown as numbers. @param {string} text */
function escape(text) {
  return text.replace(/[!-/:-@[-`{-~]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** @param {string} address */
function isHttp(address) {
  return /^https?:\/\//.test(address) && URL.canParse(address);
}

// @ts-check

/** A JUnit report: a change is a failure, and a page that could not be compared an error.
 * @param {readonly import("./compareOne.mjs").Result[]} results */
export function writeJunit(results) {
  const count = (/** @type {string} */ status) => results.filter((result) => result.status === status).length;
  const cases = results.map(
    (result) =>
      `    <testcase classname="watchframe" name="${escapeXml(result.path)}" time="${result.seconds.toFixed(3)}">${outcomeOf(result)}</testcase>\n`,
  );
  const counts = `tests="${results.length}" failures="${count("changed")}" errors="${count("failed")}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="watchframe" ${counts}>\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
}

/** @param {import("./compareOne.mjs").Result} result */
function outcomeOf({ status, differenceRatio = 0, regionCount = 0, title = "", error = "" }) {
  if (status === "unchanged") return "";
  if (status === "failed") return `<error message="${escapeXml(error)}"/>`;
  const message = `${(differenceRatio * 100).toFixed(3)} % of the pixels changed, in ${regionCount} areas: ${title}`;
  return `<failure message="${escapeXml(message)}"/>`;
}

/** Characters that XML 1.0 allows nowhere, not even escaped. */
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** @param {string} text */
function escapeXml(text) {
  return text.replace(forbidden, "\uFFFD").replace(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

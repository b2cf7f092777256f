/**
 * The text of a version in CHANGELOG.md, without its heading.
 * @throws {Error} The changelog lacks the version, it has no date, or it says nothing.
 */
export function releaseNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find(
    (text) => text === version || text.startsWith(`${version} `) || text.startsWith(`${version}\n`),
  );
  if (section === undefined) throw new Error(`CHANGELOG.md has no heading "## ${version}".`);
  const [heading = "", ...lines] = section.split("\n");
  if (!/ \(\d{4}-\d{2}-\d{2}\)$/.test(heading))
    throw new Error(`The heading "## ${heading}" has no date. Write "## ${version} (YYYY-MM-DD)".`);
  const text = lines.join("\n").trim();
  if (text === "") throw new Error(`The section of ${version} in CHANGELOG.md is empty.`);
  return `${text}\n`;
}

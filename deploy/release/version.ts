/** A version by Semantic Versioning. `preRelease` is null for a final one. */
export type ReleaseVersion = { text: string; major: number; minor: number; patch: number; preRelease: string | null };

const tagForm = /^v(\d{1,5})\.(\d{1,5})\.(\d{1,5})(?:-([0-9A-Za-z.-]{1,50}))?$/;

/**
 * The version of a Git tag such as `v1.2.3` or `v1.2.3-rc.1`.
 * @throws {Error} The tag has another form.
 */
export function versionOfTag(tag: string): ReleaseVersion {
  const parts = tagForm.exec(tag);
  if (parts === null)
    throw new Error(`The tag ${JSON.stringify(tag)} is no version. Use a form such as v1.2.3 or v1.2.3-rc.1.`);
  const [, major, minor, patch, preRelease = null] = parts;
  return { text: tag.slice(1), major: Number(major), minor: Number(minor), patch: Number(patch), preRelease };
}

/**
 * The tags of an image: `1.2.3`, `1.2` and `1`. A pre-release has only its full
 * version as a tag, so a shorter tag never names it.
 * Version 0 has no tag `0`, as its minor versions may break.
 */
export function imageTags({ text, major, minor, preRelease }: ReleaseVersion): string[] {
  if (preRelease !== null) return [text];
  return major === 0 ? [text, `0.${minor}`] : [text, `${major}.${minor}`, `${major}`];
}

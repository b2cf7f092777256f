/** A name of the API as words: `waitFor`, `wait_for` and `wait.for` are "wait for". */
export function splitName(name: string): string {
  return name
    .replaceAll(/[_.]/g, " ")
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}

/** A name of the API as the words of a label: `waitFor` is "Wait for". */
export function labelName(name: string): string {
  const words = splitName(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

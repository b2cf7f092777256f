import type { FileOutput } from "#schemas/renders/files.ts";

// The compiler compares it with the list of the schemas, which rules can't import.
const files: Readonly<Record<FileOutput, true>> = { screenshot: true, pdf: true, recording: true };

/** Whether an output is a file of the browser and no extract. */
export function isFile(name: string): name is FileOutput {
  return Object.hasOwn(files, name);
}

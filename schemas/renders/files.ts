/** Outputs that are files of the browser and no extracts. A request and a render have the options of each under its name. */
export const fileOutputs = ["screenshot", "pdf", "recording"] as const;
export type FileOutput = (typeof fileOutputs)[number];

/** Formats that monitors can be read from, and written to. This file stays apart from the code that needs packages. */
export const readFormats = ["watchframe", "urls", "sitemap", "changedetection", "urlwatch", "backstop"] as const;
export type ReadFormat = (typeof readFormats)[number];
export const writeFormats = ["watchframe", "urls", "changedetection", "urlwatch", "backstop"] as const;
export type WriteFormat = (typeof writeFormats)[number];

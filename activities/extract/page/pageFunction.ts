/**
 * A function that runs in the page. It is sent as its own source, so it may use nothing from its module but
 * functions that the same extractor lists, and no library but the browser's.
 */
export type PageFunction = (...parameters: never[]) => unknown;

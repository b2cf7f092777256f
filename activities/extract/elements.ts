import { defineExtractor, truncation } from "./extractor.ts";
import { elementMapDependencies, readElementMap } from "./page/readElementMap.ts";
import { sharedDependencies } from "./page/shared.ts";

/** `elements`: a map of what the page shows. */
export const elements = defineExtractor({
  contentType: "application/json",
  read: readElementMap,
  dependencies: [...sharedDependencies, ...elementMapDependencies],
  finish({ cut, map }) {
    return { bytes: Buffer.from(JSON.stringify(map)), ...truncation(cut ? ["elements"] : []) };
  },
});

import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";

/** Path parameter of the routes that work on one crawl. */
export const CrawlId = Type.Object({ id: Uuid }, { additionalProperties: false });

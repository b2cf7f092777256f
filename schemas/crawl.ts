import { type Static } from "typebox";
import { literals } from "./common.ts";

export const CrawlScope = literals(["host", "origin", "domain"]);
export type CrawlScope = Static<typeof CrawlScope>;

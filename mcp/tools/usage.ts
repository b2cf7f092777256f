import { type Static, Type } from "typebox";
import type { UsageReply } from "#schemas/account.ts";
import { factsBlock } from "../results.ts";
import { defineTool } from "../tool.ts";
import { hints } from "./shapes.ts";

/** Credits and limits. */
export const usage = defineTool({
  name: "watchframe_usage",
  title: "Get usage and limits",
  description: "Says how many credits are left in this month, and the limits of the plan. Free.",
  scopes: ["read", "render", "monitor"],
  annotations: hints.read,
  arguments: Type.Object({}, { additionalProperties: false }),
  async run(_given, { api }) {
    const { success: _success, ...facts } = await api.json<Static<typeof UsageReply>>({
      method: "GET",
      path: "/usage",
    });
    return [factsBlock(facts)];
  },
});

import { Type } from "typebox";
import { RenderRequest } from "#schemas/render.ts";
import { bodyRules } from "../rules.ts";
import { checkRender } from "./checkRender.ts";
import { chooseOutputs } from "./chooseOutputs.ts";

/** What the body of E5 must obey beyond its schema. */
export const renderRules = bodyRules(Type.Partial(RenderRequest), (request, given, { policy }) =>
  checkRender(policy, request, chooseOutputs(request, given)),
);

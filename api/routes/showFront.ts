import { Type } from "typebox";
import { version } from "#schemas/version.ts";
import { open } from "../auth.ts";
import { frontPage } from "../pages/frontPage.ts";
import { wantsPage } from "../pages/smallPage.ts";
import { defineRoute, noBody, none } from "../route.ts";

const Address = Type.String({ format: "uri" });
const Front = Type.Object(
  {
    success: Type.Literal(true),
    name: Type.Literal("Watchframe"),
    version: Type.String(),
    links: Type.Object({ docs: Address, openApi: Address, health: Address }, { additionalProperties: false }),
  },
  { additionalProperties: false },
);

/** What answers at the API's own address, which is the first that a person opens. */
export const showFront = defineRoute({
  id: "getFront",
  method: "GET",
  path: "/",
  summary: "Where to begin",
  description:
    "Names the documentation, the OpenAPI document and the health check. Browsers get a page, programs JSON.",
  tag: "Service",
  auth: open,
  errorShape: "submit",
  params: none,
  query: none,
  body: noBody,
  responses: { 200: { description: "The links.", json: Front, bytes: ["text/html"] } },
  errors: [],
  handle({ exchange }, { publicUrl }) {
    const at = (path: string): string => new URL(path, publicUrl).href;
    const links = { docs: at("/docs"), openApi: at("/openapi.json"), health: at("/health/ready") };
    if (!wantsPage(exchange)) return { status: 200, json: { success: true, name: "Watchframe", version, links } };
    return { status: 200, ...frontPage({ ...links, screenshot: at("/render/screenshot") }) };
  },
});

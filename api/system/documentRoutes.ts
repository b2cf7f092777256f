import { Type } from "typebox";
import { open } from "../http/auth.ts";
import { staticBytesOf, respondWith } from "../http/staticBytes.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { openApi } from "../openapi/document.ts";
import { readReferenceScript, referencePage, referenceScriptPath } from "../openapi/referencePage.ts";
import type { ApiPorts } from "../ports.ts";

const routeDefaults = {
  method: "GET",
  tag: "Service",
  auth: open,
  errorShape: "submit",
  errors: [],
} as const;

const unchangedReply = {
  description: "The client already has these bytes.",
  headers: ["Cache-Control", "ETag"],
} as const;

/** The routes that describe the API. The document covers all routes, these included. */
export function documentRoutes(all: () => readonly Route[]): readonly Route[] {
  const document = onceFor(({ publicUrl }) => openApi(all(), { publicUrl }));
  const asJson = onceFor((ports) => staticBytesOf(Buffer.from(JSON.stringify(document(ports)))));
  const asPage = onceFor((ports) => {
    const { bytes, contentSecurityPolicy } = referencePage(document(ports));
    return { content: staticBytesOf(bytes), contentSecurityPolicy };
  });
  const json = defineRoute({
    ...routeDefaults,
    id: "getOpenApi",
    path: "/openapi.json",
    summary: "Get the API as an OpenAPI 3.1 document",
    responses: {
      200: {
        description: "The document.",
        json: Type.Record(Type.String(), Type.Unknown()),
        bytes: ["application/json"],
        headers: ["Cache-Control", "ETag"],
      },
      304: unchangedReply,
    },
    handle: ({ exchange }, ports) => respondWith(exchange, asJson(ports), "application/json; charset=utf-8"),
  });
  const html = defineRoute({
    ...routeDefaults,
    id: "getDocs",
    path: "/docs",
    summary: "Get the API reference page",
    responses: {
      200: { description: "The page.", bytes: ["text/html"], headers: ["Cache-Control", "ETag"] },
      304: unchangedReply,
    },
    handle({ exchange }, ports) {
      const { content, contentSecurityPolicy } = asPage(ports);
      const reply = respondWith(exchange, content, "text/html; charset=utf-8");
      return { ...reply, headers: { ...reply.headers, "Content-Security-Policy": contentSecurityPolicy } };
    },
  });
  return [json, html];
}

const script = onceFor(() => staticBytesOf(readReferenceScript()));

/** Serves the script of the reference page. It is an asset of that page, so the OpenAPI document omits it. */
export const referenceScript = defineRoute({
  ...routeDefaults,
  id: "getDocsScript",
  path: referenceScriptPath,
  summary: "The script of the reference page",
  responses: {
    200: { description: "The script.", bytes: ["text/javascript"], headers: ["Cache-Control", "ETag"] },
    304: unchangedReply,
  },
  handle: ({ exchange }, ports) => respondWith(exchange, script(ports), "text/javascript; charset=utf-8"),
});

/** Makes a value once per ports object, that is, once per application. */
function onceFor<Value extends object>(make: (ports: ApiPorts) => Value): (ports: ApiPorts) => Value {
  const made = new WeakMap<ApiPorts, Value>();
  return (ports) => {
    const value = made.get(ports) ?? make(ports);
    made.set(ports, value);
    return value;
  };
}

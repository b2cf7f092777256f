import { Type } from "typebox";
import { open } from "../auth.ts";
import { openApi } from "../openapi/document.ts";
import { renderPage } from "../openapi/page.ts";
import type { ApiPorts } from "../ports.ts";
import { defineRoute, noBody, none, type Route } from "../route.ts";

/** The routes that show the interface, made from all the routes there are, themselves included. */
export function documentRoutes(all: () => readonly Route[]): readonly Route[] {
  const shared = {
    method: "GET",
    tag: "Service",
    auth: open,
    errorShape: "submit",
    params: none,
    query: none,
    body: noBody,
    errors: [],
  } as const;
  const document = onceFor(({ publicUrl }) => openApi(all(), { publicUrl }));
  const page = onceFor((ports) => renderPage(document(ports)));
  const json = defineRoute({
    ...shared,
    id: "getOpenApi",
    path: "/openapi.json",
    summary: "This interface as an OpenAPI 3.1 document",
    responses: {
      200: {
        description: "The document.",
        json: Type.Record(Type.String(), Type.Unknown()),
        headers: ["Cache-Control"],
      },
    },
    handle: (_input, ports) => ({ status: 200, headers: { "Cache-Control": "no-cache" }, json: document(ports) }),
  });
  const html = defineRoute({
    ...shared,
    id: "getDocs",
    path: "/docs",
    summary: "This interface as a page to read",
    responses: { 200: { description: "The page.", bytes: ["text/html"], headers: ["Cache-Control"] } },
    handle(_input, ports) {
      const { bytes, contentSecurityPolicy } = page(ports);
      return {
        status: 200,
        headers: { "Cache-Control": "no-cache", "Content-Security-Policy": contentSecurityPolicy },
        content: { contentType: "text/html; charset=utf-8", length: bytes.length, read: () => Promise.resolve(bytes) },
      };
    },
  });
  return [json, html];
}

/** Keeps what was made for the ports, which stay the same for the life of an application. */
function onceFor<Value extends object>(make: (ports: ApiPorts) => Value): (ports: ApiPorts) => Value {
  const made = new WeakMap<ApiPorts, Value>();
  return (ports) => {
    const value = made.get(ports) ?? make(ports);
    made.set(ports, value);
    return value;
  };
}

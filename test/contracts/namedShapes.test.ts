import { expect } from "chai";
import { openApi } from "#api/openapi/document.ts";
import { routes } from "#api/routes.ts";

/** Smaller objects read well where they stand. */
const minFields = 4;

describe("the shapes of the API", () => {
  it("have a name where several components have the same", () => {
    const { schemas } = openApi(routes, { publicUrl: "http://127.0.0.1" }).components;
    const places = new Map<string, string[]>();
    for (const [name, schema] of Object.entries(schemas)) collect(schema, name, places);
    const repeated = [...places.values()].filter((paths) => paths.length > 1);
    expect(repeated, "name it in api/openapi/namedSchemas.ts").to.deep.equal([]);
  });
});

/** Adds the places of all objects in a schema, by their text without what a place says of its own. */
function collect(value: unknown, path: string, places: Map<string, string[]>): void {
  if (typeof value !== "object" || value === null) return;
  const { description: _description, default: _default, ...shape }: Record<string, unknown> = { ...value };
  const fields = Object.keys(Object(shape["properties"])).length;
  if (shape["type"] === "object" && fields >= minFields) {
    const text = JSON.stringify(shape);
    places.set(text, [...(places.get(text) ?? []), path]);
  }
  for (const [key, inner] of Object.entries(value)) collect(inner, `${path}.${key}`, places);
}

import type { OpenApiDocument } from "#api/openapi/types.ts";
import { classOf, type Resource } from "./clientMethods.ts";
import { isExtended } from "./filesByHand.ts";
import { methodsText } from "./methodText.ts";
import { withShapes } from "./operationsText.ts";

/** The classes of the resources, as TypeScript. */
export function resourcesText(document: OpenApiDocument, resources: readonly Resource[]): string {
  const classes = resources.flatMap(({ name, help, methods }) => {
    if (name === null) return [];
    return [`/** ${help} */\nexport class ${classOf(name)} extends Resource {\n${methodsText(document, methods)}\n}\n`];
  });
  return withImports(document, classes.join("\n"), [
    `import { List, type ListQuery } from "../list.ts";`,
    `import { part, partOf, Resource } from "../resource.ts";`,
  ]);
}

/** The class with every resource and the methods of the client itself. A file by hand extends the class of some resources. */
export function clientText(document: OpenApiDocument, resources: readonly Resource[]): string {
  const names = resources.flatMap(({ name }) => name ?? []);
  const methods = resources.flatMap(({ name, methods: own }) => (name === null ? own : []));
  const text = [
    "/** Every resource of a client. */",
    "export class Resources extends Resource {",
    ...names.map((name) => `readonly ${name} = new ${classOf(name)}(this.operations);`),
    "",
    methodsText(document, methods),
    "}\n",
  ];
  return withImports(document, text.join("\n"), [
    `import { Resource } from "../resource.ts";`,
    `import { ${names
      .filter((name) => !isExtended(name))
      .map(classOf)
      .join(", ")} } from "./resources.ts";`,
    ...names.filter(isExtended).map((name) => `import { ${classOf(name)} } from "../resources/${name}.ts";`),
  ]);
}

function withImports(document: OpenApiDocument, text: string, imports: readonly string[]): string {
  const needed = [
    ...imports,
    `import type { CallOptions } from "../transport.ts";`,
    `import type { Operations } from "./operations.ts";`,
    `import type * as api from "./shapes.ts";`,
  ];
  return `${needed.join("\n")}\n\n${withShapes(document, text)}`;
}

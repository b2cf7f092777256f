import { type ClientMethod, type ClientResource, clientResources } from "#api/http/clientMethods.ts";
import type { Route } from "#api/http/route.ts";

/** A method of the clients with the operation that it calls, and its description. */
export type FoundMethod = ClientMethod & { operationId: string; help: string };

/** Methods of the clients by their resource. Null: methods of the client itself. */
export type Resource = { name: ClientResource | null; help: string; methods: FoundMethod[] };

/** The resources of the clients with the methods that the routes declare, in the order of the routes. */
export function findResources(routes: readonly Route[]): Resource[] {
  const methods = routes.flatMap(({ id, summary, client = [] }) =>
    toList(client).map((method) => ({ ...method, operationId: id, help: method.help ?? `${summary}.` })),
  );
  const named = Object.entries(clientResources).map(([name, help]) => ({ name: toResource(name), help }));
  return [...named, { name: null, help: "The resources of a client." }].map(({ name, help }) => ({
    name,
    help,
    methods: methods.filter(({ resource }) => resource === name),
  }));
}

function toList(client: ClientMethod | readonly ClientMethod[]): readonly ClientMethod[] {
  return "method" in client ? [client] : client;
}

function toResource(name: string): ClientResource {
  if (!isResource(name)) throw new Error(`${name} is no resource of the clients.`);
  return name;
}

function isResource(name: string): name is ClientResource {
  return name in clientResources;
}

/** The name of a resource's class. */
export function classOf(name: ClientResource): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

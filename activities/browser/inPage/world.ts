import type { CDPSession, Protocol } from "puppeteer";
import type { Json } from "#schemas/common.ts";

/** An isolated world of a frame: scripts in it share the page's DOM but not its globals. */
export type IsolatedWorld = {
  /**
   * Calls a function in the page by its source text, so it must not use anything outside itself.
   * Arguments and result are sent as JSON.
   * @throws InPageError when the function throws.
   */
  call<Args extends readonly unknown[], Result>(
    fn: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Value of an expression, sent as JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Ids of the objects in the list that an expression gives. They end with the document. */
  list(expression: string): Promise<string[]>;
  /** Like `call`, with the object of an id as the first argument. */
  callWith<Given extends readonly Json[]>(
    objectId: string,
    fn: (object: Element, ...given: Given) => void,
    ...given: Given
  ): Promise<void>;
};

/** An exception inside the page. Its text may come from the page, so it must only reach the log. */
class InPageError extends Error {
  override readonly name = "InPageError";
}

/** Documents in which one call is tried when the document is replaced meanwhile. */
const maxDocuments = 3;

/** The isolated world of a frame. It follows the frame from document to document. */
export function createIsolatedWorld(session: CDPSession, frameId: string): IsolatedWorld {
  const contexts = new ContextTracker(session, frameId);

  async function run(send: (contextId: number) => Promise<Protocol.Runtime.CallFunctionOnResponse>): Promise<unknown> {
    for (let documents = 1; ; documents += 1) {
      const contextId = await contexts.current();
      try {
        return unwrap(await send(contextId));
      } catch (error) {
        if (!isContextGone(error) || documents === maxDocuments) throw error;
        contexts.forget(contextId);
      }
    }
  }

  const commonOptions = { returnByValue: true, awaitPromise: true } as const;
  return {
    call: <Given extends readonly unknown[], Value>(fn: (...args: Given) => Value | Promise<Value>, ...args: Given) => {
      const functionDeclaration = fn.toString();
      const values = args.map((value) => ({ value }));
      const send = (executionContextId: number) =>
        session.send("Runtime.callFunctionOn", {
          ...commonOptions,
          executionContextId,
          functionDeclaration,
          arguments: values,
        });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function's own type gives the type of the JSON
      return run(send) as Promise<Value>;
    },
    evaluate: (expression) =>
      run((contextId) => session.send("Runtime.evaluate", { ...commonOptions, contextId, expression })),
    async list(expression) {
      const contextId = await contexts.current();
      const { result } = await session.send("Runtime.evaluate", { contextId, expression });
      const { objectId } = result;
      if (objectId === undefined) return [];
      const listed = await session.send("Runtime.getProperties", { objectId, ownProperties: true });
      return listed.result
        .filter(({ name }) => /^\d+$/u.test(name))
        .flatMap(({ value }) => (value?.objectId === undefined ? [] : [value.objectId]));
    },
    async callWith(objectId, fn, ...given) {
      const functionDeclaration = fn.toString();
      const executionContextId = await contexts.current();
      const values = [{ objectId }, ...given.map((value) => ({ value }))];
      const called = { executionContextId, functionDeclaration, arguments: values };
      unwrap(await session.send("Runtime.callFunctionOn", called));
    },
  };
}

/** Whether a call failed because its document was replaced, so that it can be repeated in the next one. */
export function isContextGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Execution context was destroyed|Cannot find context|Inspected target navigated|Cannot find default execution context/u.test(
      error.message,
    )
  );
}

function unwrap(response: Protocol.Runtime.CallFunctionOnResponse): unknown {
  const { exceptionDetails, result } = response;
  if (exceptionDetails !== undefined) {
    throw new InPageError(exceptionDetails.exception?.description ?? exceptionDetails.text);
  }
  return result.value;
}

/**
 * Finds the execution context of a frame's isolated world.
 * Reuses the one that puppeteer creates in every document, which saves a round trip. Creates one if none was announced.
 */
class ContextTracker {
  readonly #session: CDPSession;
  readonly #frameId: string;
  #contextId: number | null = null;

  constructor(session: CDPSession, frameId: string) {
    this.#session = session;
    this.#frameId = frameId;
    session.on("Runtime.executionContextCreated", ({ context }) => {
      const aux: unknown = context.auxData;
      // Keeps the document's first isolated world, so that later calls find the globals of earlier ones.
      if (isIsolated(aux) && aux.frameId === frameId) this.#contextId ??= context.id;
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextId }) => this.forget(executionContextId));
    session.on("Runtime.executionContextsCleared", () => {
      this.#contextId = null;
    });
  }

  async current(): Promise<number> {
    if (this.#contextId !== null) return this.#contextId;
    const world = { frameId: this.#frameId, worldName: "watchframe" };
    const { executionContextId } = await this.#session.send("Page.createIsolatedWorld", world);
    this.#contextId = executionContextId;
    return executionContextId;
  }

  forget(contextId: number): void {
    if (this.#contextId === contextId) this.#contextId = null;
  }
}

function isIsolated(aux: unknown): aux is { frameId: string } {
  return (
    typeof aux === "object" &&
    aux !== null &&
    "type" in aux &&
    aux.type === "isolated" &&
    "frameId" in aux &&
    typeof aux.frameId === "string"
  );
}

type Method<Type> = { [Key in keyof Type]: Type[Key] extends (...args: never[]) => unknown ? Key : never }[keyof Type] &
  string;
type Args<Value> = Value extends (...args: infer Values) => unknown ? Values : never;
type Result<Value> = Value extends (...args: never[]) => infer Returned ? Awaited<Returned> : never;

/** An object in a page's isolated world. It ends with its document; the next call then creates a new one. */
export type InPageObject<Type> = {
  call<Name extends Method<Type>>(method: Name, ...args: Args<Type[Name]>): Promise<Result<Type[Name]>>;
  /** Like `call` without the source text, which takes the page milliseconds to read. Null if the document has no such object. */
  callExisting<Name extends Method<Type>>(method: Name, ...args: Args<Type[Name]>): Promise<Result<Type[Name]> | null>;
};

/**
 * Creates an object of a class in the page by the source text of the class.
 * The class must not use anything outside itself except `dependencies`. Arguments and results are sent as JSON.
 */
export function inPageObject<Type>(
  world: IsolatedWorld,
  type: new () => Type,
  dependencies: ReadonlyArray<new () => unknown> = [],
): InPageObject<Type> {
  const create = `(() => { ${dependencies.map(String).join("\n")}\nreturn new (${type.toString()})(); })()`;
  const name = `globalThis.watchframe${type.name}`;
  const object = `(${name} ??= ${create})`;
  return {
    call: <Name extends Method<Type>>(method: Name, ...args: Args<Type[Name]>) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the method's own type gives the type of the JSON
      world.evaluate(`${object}.${method}(...${JSON.stringify(args)})`) as Promise<Result<Type[Name]>>,
    callExisting: <Name extends Method<Type>>(method: Name, ...args: Args<Type[Name]>) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the method's own type gives the type of the JSON
      world.evaluate(`${name}?.${method}(...${JSON.stringify(args)}) ?? null`) as Promise<Result<Type[Name]> | null>,
  };
}

import type { CDPSession, Protocol } from "puppeteer";

/** JavaScript in the page's document but out of the page's reach: it shares the DOM, not the globals. */
export type IsolatedWorld = {
  /** Calls a function that closes over nothing; arguments and result travel as JSON. */
  call<Args extends readonly unknown[], Result>(
    fn: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>;
  /** Value of an expression, by JSON. */
  evaluate(expression: string): Promise<unknown>;
};

/** Thrown where the page's script threw; never carries the page's own text further than the log. */
class InPageError extends Error {
  override readonly name = "InPageError";
}

/** The document went away three times under one call. */
const maxDocuments = 3;

/** The isolated world of a page's main frame, whichever document it shows. */
export function createIsolatedWorld(session: CDPSession, mainFrameId: string): IsolatedWorld {
  const contexts = new ContextTracker(session, mainFrameId);

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

  const common = { returnByValue: true, awaitPromise: true } as const;
  return {
    call: <Given extends readonly unknown[], Value>(fn: (...args: Given) => Value | Promise<Value>, ...args: Given) => {
      const functionDeclaration = fn.toString();
      const values = args.map((value) => ({ value }));
      const send = (executionContextId: number) =>
        session.send("Runtime.callFunctionOn", {
          ...common,
          executionContextId,
          functionDeclaration,
          arguments: values,
        });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the function's own type says what JSON it gives
      return run(send) as Promise<Value>;
    },
    evaluate: (expression) =>
      run((contextId) => session.send("Runtime.evaluate", { ...common, contextId, expression })),
  };
}

/** Whether the document that a call ran in is gone, so that the call may run again in the next. */
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
 * Puppeteer has an isolated world made in every document as it begins; listening for it saves making another
 * (a round trip and a context). Where none was announced, one is made.
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
      // A document's first is kept: what one call leaves there is for the next to find, whatever worlds are made later.
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

/** An object that lives in the page's isolated world and ends with its document; what it is asked for in the next begins anew. */
export type InPageObject<Type> = {
  call<Name extends Method<Type>>(method: Name, ...args: Args<Type[Name]>): Promise<Result<Type[Name]>>;
};

/**
 * Makes an object of a class, as its source text is sent: it closes over nothing but the classes sent along, `uses`.
 * Arguments and results travel as JSON.
 */
export function inPageObject<Type>(
  world: IsolatedWorld,
  type: new () => Type,
  uses: ReadonlyArray<new () => unknown> = [],
): InPageObject<Type> {
  const made = `(() => { ${uses.map(String).join("\n")}\nreturn new (${type.toString()})(); })()`;
  const object = `(globalThis.watchframe${type.name} ??= ${made})`;
  return {
    call: <Name extends Method<Type>>(method: Name, ...args: Args<Type[Name]>) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the method's own type says what JSON it gives
      world.evaluate(`${object}.${method}(...${JSON.stringify(args)})`) as Promise<Result<Type[Name]>>,
  };
}

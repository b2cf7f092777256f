import type { IsolatedWorld } from "./isolatedWorld.ts";

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

import { type Body, valueAt, withValue } from "../format/paths.ts";

/** The entries of a person: a body of the API, and texts that do not read as they are written, by their path. */
export type Draft = { changed: Body; texts: Texts };
type Texts = Readonly<Record<string, string>>;

export const emptyDraft: Draft = { changed: {}, texts: {} };

/** Values by their path. Undefined takes a value away. */
type Changes = Readonly<Record<string, unknown>>;

/** A form whose fields read and write a body by path. */
export type Form = {
  /** The entries alone. */
  changed: Body;
  /** The value as it would be: the entry, else the saved one. */
  read(path: string): unknown;
  /** The saved value. Undefined without one. */
  saved(path: string): unknown;
  /** The text as it was typed. Undefined if the person typed none. */
  typed(path: string): string | undefined;
  /** Sets values. `typed` has the texts that a person typed for them, by path. */
  set(changes: Changes, typed?: Texts): void;
  /** Drops the entry at a path, so that the saved value counts again. */
  forget(path: string): void;
  /** Why the last try was refused, without what is corrected, or null. */
  error: Error | null;
};

type FormOf = {
  draft: Draft;
  /** Gets the change of the draft, because several may come at once. */
  onDraft: (change: (before: Draft) => Draft) => void;
  /** The body as the API has it. Default: none. */
  saved?: Body;
  error: Error | null;
};

/** The form of a draft. */
export function formOf({ draft: { changed, texts }, onDraft, saved = {}, error }: FormOf): Form {
  return {
    changed,
    read: (path) => entryAt(changed, path) ?? valueAt(saved, path),
    saved: (path) => valueAt(saved, path),
    typed: (path) => texts[path],
    set: (changes, typed = {}) => onDraft((before) => withChanges(before, saved, { changes, typed })),
    forget: (path) =>
      onDraft(({ changed: before, ...rest }) => ({ ...rest, changed: withValue(before, path, undefined) })),
    error,
  };
}

/** Null is an entry, too: it takes the saved value away. */
function entryAt(changed: Body, path: string): unknown {
  const parts = path.split(".");
  const isGone = parts.some((_, index) => valueAt(changed, parts.slice(0, index + 1).join(".")) === null);
  return isGone ? "" : valueAt(changed, path);
}

type Step = { changes: Changes; typed: Texts };

function withChanges({ changed, texts }: Draft, saved: Body, { changes, typed }: Step): Draft {
  const others = Object.entries(texts).filter(([path]) => !(path in changes));
  const next = Object.entries(changes).reduce((body, [path, value]) => {
    const isSaved = (valueAt(saved, path) ?? null) !== null;
    return withValue(body, path, value === undefined && isSaved ? null : value);
  }, changed);
  return { changed: next, texts: { ...Object.fromEntries(others), ...typed } };
}

/** The form of one part of the body, whose paths begin there. */
export function partOf(form: Form, part: string, error: Error | null): Form {
  const at = (path: string): string => `${part}.${path}`;
  const changed = valueAt(form.changed, part);
  return {
    changed: typeof changed === "object" && changed !== null ? { ...changed } : {},
    read: (path) => form.read(at(path)),
    saved: (path) => form.saved(at(path)),
    typed: (path) => form.typed(at(path)),
    set: (changes, typed = {}) => form.set(below(part, changes), below(part, typed)),
    forget: (path) => form.forget(at(path)),
    error,
  };
}

function below<Value>(part: string, values: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([path, value]) => [`${part}.${path}`, value]));
}

/** The text that a draft has at a path; empty without one. */
export function textOf({ changed }: Draft, path: string): string {
  const value = valueAt(changed, path);
  return typeof value === "string" ? value : "";
}

/** The text at a path; empty without one. */
export function textAt(form: Form, path: string): string {
  const value = form.read(path) ?? "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The boolean at a path. */
export function flagAt(form: Form, path: string, standard = false): boolean {
  const value = form.read(path);
  return typeof value === "boolean" ? value : standard;
}

/** The number at a path. */
export function numberAt(form: Form, path: string, standard: number): number {
  const value = form.read(path);
  return typeof value === "number" ? value : standard;
}

/** The list at a path; empty without one. */
export function listAt(form: Form, path: string): readonly unknown[] {
  const value = form.read(path);
  return Array.isArray(value) ? value : [];
}

/** The texts of the list at a path. */
export function textsAt(form: Form, path: string): string[] {
  return listAt(form, path).filter((value) => typeof value === "string");
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { MonitorOperation } from "#clients/typescript/src/index.ts";
import type { BulkResult } from "#schemas/monitor/bulk.ts";
import type { ApiError } from "../../../api/client.ts";
import { countOf } from "../../../format/words.ts";
import { describeError, showDone } from "../../../api/toasts.ts";
import { type Batch, errorOf, sendBatch, toBatches } from "../batches.ts";
import { type Draft, formOf } from "../../../forms/draft.ts";
import { problemOfBody } from "../form/percent.ts";
import { newMonitor, requestOf } from "../form/monitorBody.ts";
import type { Line } from "./lines.ts";

type Created = Extract<MonitorOperation, { action: "create" }>;
type PageBatch = Batch<Created> & { raws: readonly string[] };

/** A page that is watched now. `note` names options without effect. */
export type Watched = { id: string; url: string; name: string; note: string };

/** A list of pages, and how far it is sent. */
export type Many = {
  /** The lines that are not sent, or were refused. */
  text: string;
  /** The settings that all pages share. */
  entries: Draft;
  /** Batches without a reply. Each keeps its key, so a repeat creates nothing twice. */
  queue: readonly PageBatch[];
  isSending: boolean;
  /** Why the last batch got no reply, or null. */
  sendError: Error | null;
  /** Why the API refused a line, by the line. */
  refused: Readonly<Record<string, string>>;
  /** The last refusal of a setting that all pages share, or null. */
  formError: ApiError | null;
  watchedPages: readonly Watched[];
};

const emptyMany: Many = {
  text: "",
  entries: newMonitor,
  queue: [],
  isSending: false,
  sendError: null,
  refused: {},
  formError: null,
  watchedPages: [],
};

/** In the cache of replies, so that sending goes on while the person looks at another screen. */
const manyKey = ["draft", "many"] as const;

/** The list of pages that a person is about to watch, and its sending. */
export function useMany() {
  const client = useQueryClient();
  const read = (): Many => client.getQueryData<Many>(manyKey) ?? emptyMany;
  // A query would tell of a key press too late, and the field would lose it.
  const many = useSyncExternalStore((listener) => client.getQueryCache().subscribe(listener), read);
  useEffect(() => client.setQueryDefaults(manyKey, { gcTime: Infinity }), [client]);
  const change = (changed: Partial<Many>): void => void client.setQueryData<Many>(manyKey, { ...read(), ...changed });

  async function send(): Promise<void> {
    const before = read().watchedPages.length;
    change({ isSending: true, sendError: null });
    for (let [batch] = read().queue; batch !== undefined; [batch] = read().queue) {
      try {
        change(afterBatch(read(), batch, await sendBatch(batch)));
      } catch (cause) {
        change({ sendError: cause instanceof Error ? cause : new Error(describeError(cause)) });
        break;
      }
    }
    change({ isSending: false });
    const count = read().watchedPages.length - before;
    if (count > 0) showDone(`${countOf(count, "page")} ${count === 1 ? "is" : "are"} watched now.`);
    await client.invalidateQueries({ queryKey: ["monitor"] });
  }

  return {
    many,
    change,
    onDraft: (next: (before: Draft) => Draft): void => change({ entries: next(read().entries), formError: null }),
    /** Sends the lines without a problem. The others stay in the text. */
    start(lines: readonly Line[]): void {
      const { entries } = read();
      const refusal = problemOfBody(entries.changed);
      if (refusal !== null) {
        change({ formError: refusal });
        return;
      }
      const kept = lines.filter(({ problem }) => problem !== null);
      const queue = toPageBatches(lines, entries);
      change({ text: kept.map(({ raw }) => raw).join("\n"), queue, refused: {}, formError: null });
      void send();
    },
    /** Sends the batches without a reply again. */
    resume: (): void => void send(),
    /** Puts the lines of the batches without a reply back into the text. */
    stop: (): void =>
      change({
        ...returned(
          read(),
          read().queue.flatMap(({ raws }) => raws),
        ),
        queue: [],
        sendError: null,
      }),
  };
}

function toPageBatches(lines: readonly Line[], entries: Draft): PageBatch[] {
  const sentLines = lines.filter(({ problem }) => problem === null);
  const form = formOf({ draft: entries, onDraft: () => undefined, error: null });
  const operations = sentLines.map(({ url, name }): Created => ({
    action: "create",
    monitor: { ...requestOf(form), url, name },
  }));
  let taken = 0;
  return toBatches(operations).map((batch) => {
    const raws = sentLines.slice(taken, taken + batch.operations.length).map(({ raw }) => raw);
    taken += raws.length;
    return { ...batch, raws };
  });
}

/** The list after the reply to its first batch: created pages leave the text, and refused ones come back to it. */
function afterBatch(many: Many, { raws, operations }: PageBatch, results: readonly BulkResult[]): Partial<Many> {
  const failures = results.flatMap((result) => {
    const error = errorOf(result);
    return error === null ? [] : [{ raw: raws[result.index] ?? "", error }];
  });
  const watchedPages = results.flatMap(({ index, monitor, warnings = [] }): Watched[] => {
    if (monitor === undefined) return [];
    const note = warnings.map(({ message }) => message).join(" ");
    return [{ id: monitor.id, url: operations[index]?.monitor.url ?? "", name: monitor.name, note }];
  });
  const ofForm = failures.find(({ error }) => error.fields.some(({ field }) => field !== "url" && field !== "name"));
  const reasons = Object.fromEntries(failures.map(({ raw, error }) => [raw, reasonOf(error)]));
  return {
    ...returned(
      many,
      failures.map(({ raw }) => raw),
    ),
    queue: many.queue.slice(1),
    refused: { ...many.refused, ...reasons },
    formError: ofForm?.error ?? many.formError,
    watchedPages: [...many.watchedPages, ...watchedPages],
  };
}

/** Why a line was refused. The line itself says which field it is. */
function reasonOf(error: ApiError): string {
  const own = error.fields.filter(({ field }) => field === "url" || field === "name");
  return own.length === error.fields.length && own.length > 0
    ? own.map(({ message }) => message).join(" ")
    : describeError(error);
}

function returned({ text }: Many, raws: readonly string[]): Pick<Many, "text"> {
  return { text: [text, ...raws].filter((part) => part !== "").join("\n") };
}

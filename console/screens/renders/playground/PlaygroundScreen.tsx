import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { RenderRequest } from "#clients/typescript/src/index.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { ApiError, wf } from "../../../api/client.ts";
import { jobQuery } from "../../../api/queries.ts";
import { useHotkeys } from "../../../shell/hotkeys.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Page } from "../../../ui/Page.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/states.tsx";
import { describeError } from "../../../ui/toasts.ts";
import { JobOutcome } from "../result/JobOutcome.tsx";
import { toCommandLine } from "./commandLine.ts";
import { OptionsForm } from "./OptionsForm.tsx";
import styles from "./Playground.module.css";
import { type RenderOption, renderOptionsQuery } from "./schema.ts";
import { toCurl, toTypeScript } from "./snippets.ts";
import { bodyOf, searchOf, valuesOf } from "./values.ts";

/** Every option of a render as a form, with the result beside it. */
export function PlaygroundScreen() {
  const { data: options, error, refetch } = useQuery(renderOptionsQuery);
  return (
    <Page title="Render a page" about="Every option of POST /render. The address of this screen keeps what you used.">
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {options === undefined && error === null && <Loading label="Loading the options" lines={1} height="70vh" />}
      {options !== undefined && <Playground options={options} />}
    </Page>
  );
}

function Playground({ options }: { options: readonly RenderOption[] }) {
  const search = useSearch({ from: "/shell/renders/new" });
  const navigate = useNavigate({ from: "/renders/new" });
  const [values, setValues] = useState(() => valuesOf(search));
  const body = bodyOf(options, values);
  const render = useMutation({
    meta: { showsErrors: true },
    mutationFn: (request: RenderRequest) => wf.renders.create(request),
    onSuccess: ({ id }) => void navigate({ search: { ...searchOf(options, values), job: id }, replace: true }),
  });
  const submit = (): void => render.mutate(body);
  useHotkeys("Render a page", [{ keys: "mod+Enter", label: "Render", run: submit }]);
  const { problems, general } = sortProblems(options, render.error);
  const { job = "", tab = "" } = search;
  return (
    <div className={styles["sides"]}>
      <OptionsForm
        options={options}
        values={values}
        problems={problems}
        onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
        isPending={render.isPending}
        onSubmit={submit}
        footer={
          <>
            <CopyButton label="curl" text={toCurl(location.origin, body)} />
            <CopyButton label="TypeScript" text={toTypeScript(location.origin, body)} />
            <CopyButton label="command line" text={toCommandLine(location.origin, body)} />
            {general !== "" && (
              <p className={styles["problem"]} role="alert">
                {general}
              </p>
            )}
          </>
        }
      />
      <section aria-label="Result" className={styles["result"]}>
        <Warnings warnings={render.data?.warnings ?? []} />
        {job === "" ? (
          <EmptyState title="The result appears here">
            Enter an address and render it. “Outputs” has markdown, links, colors and more.
          </EmptyState>
        ) : (
          <Result
            key={String(job)}
            id={String(job)}
            tab={String(tab)}
            onTab={(next) => void navigate({ search: (before) => ({ ...before, tab: next }), replace: true })}
          />
        )}
      </section>
    </div>
  );
}

/** The options of the last accepted render that have no effect, with the reason. */
function Warnings({ warnings }: { warnings: readonly FieldProblem[] }) {
  if (warnings.length === 0) return null;
  return (
    <div role="status" className={styles["warnings"]}>
      <strong>Some options have no effect</strong>
      <ul>
        {warnings.map(({ field, message }) => (
          <li key={field}>
            <code>{field}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Result({ id, ...tabs }: { id: string; tab: string; onTab: (tab: string) => void }) {
  const { data: job, error, refetch } = useQuery(jobQuery(id));
  if (job !== undefined) return <JobOutcome job={job} {...tabs} hasLink />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Loading label="Loading the result" lines={1} height="24rem" />;
}

/** The API's messages by option, and as one text those that no shown field has. */
function sortProblems(options: readonly RenderOption[], error: Error | null) {
  const problems: Record<string, string> = {};
  const fields = error instanceof ApiError ? error.fields : [];
  // A field may name a part of an option: `cookies[0].name`.
  for (const { field, message } of fields) {
    const name = /^[^.[]*/.exec(field)?.[0] ?? "";
    const part = field === name ? message : `${field} ${message}`;
    problems[name] = name in problems ? `${problems[name]}; ${part}` : part;
  }
  const isShown = fields.length > 0 && Object.keys(problems).every((name) => options.some((it) => it.name === name));
  return { problems, general: error === null || isShown ? "" : describeError(error) };
}

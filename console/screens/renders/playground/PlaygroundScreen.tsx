import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Bookmark, Link as LinkIcon } from "lucide-react";
import { useState } from "react";
import type { RenderRequest } from "#clients/typescript/src/index.ts";
import type { FieldProblem } from "#schemas/common.ts";
import { wf } from "../../../api/client.ts";
import { jobQuery } from "../../../api/queries.ts";
import { useHotkeys } from "../../../document/hotkeys.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Page } from "../../../ui/Page.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/states.tsx";
import { TabSet } from "../../../ui/TabSet.tsx";
import { presetsQuery } from "../../presets/queries.ts";
import { SavePresetDialog } from "../../presets/SavePresetDialog.tsx";
import { JobOutcome } from "../result/JobOutcome.tsx";
import { PickFrom } from "../../../picker/PickSource.tsx";
import { CodeView } from "./CodeView.tsx";
import { isOutputOrDelivery } from "./groups.ts";
import { OptionsForm } from "./OptionsForm.tsx";
import styles from "./Playground.module.css";
import { withPreset } from "./presets.ts";
import { sortProblems } from "./problems.ts";
import { presetOptionsQuery, type RenderOption, renderOptionsQuery } from "./schema.ts";
import { SignedLinkDialog } from "./SignedLinkDialog.tsx";
import { bodyOf, maskedValues, searchOf, valuesOf } from "./values.ts";

/** The tab with the call as code. Other tabs are those of the result. */
const codeTab = "code";

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

function Playground({ options: ownOptions }: { options: readonly RenderOption[] }) {
  const search = useSearch({ from: "/shell/renders/new" });
  const navigate = useNavigate({ from: "/renders/new" });
  const [values, setValues] = useState(() => valuesOf(search));
  const { data: presets = [] } = useQuery(presetsQuery);
  const options = withPreset(
    ownOptions,
    presets.find(({ name }) => name === values["preset"]),
  );
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
  const show = (next: string): void =>
    void navigate({
      search: ({ tab: _tab, ...before }) => ({ ...before, ...(next !== "" && { tab: next }) }),
      replace: true,
    });
  const { url: _url, html: _html, baseUrl: _baseUrl, ...captured } = body;
  return (
    <div className={styles["sides"]}>
      <PickFrom source={{ options: withoutOutputs(captured), url: values["url"] ?? "" }}>
        <OptionsForm
          options={options}
          values={values}
          problems={problems}
          onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          isPending={render.isPending}
          onSubmit={submit}
          footer={
            <>
              <Keeping body={body} onSaved={(preset) => setValues({ url: values["url"] ?? "", preset })} />
              {general !== "" && (
                <p className={styles["problem"]} role="alert">
                  {general}
                </p>
              )}
            </>
          }
        />
      </PickFrom>
      <section aria-label="Result" className={styles["result"]}>
        <Warnings warnings={render.data?.warnings ?? []} />
        <TabSet
          label="Result or code"
          tab={tab === codeTab ? codeTab : "result"}
          onTab={(next) => show(next === codeTab ? codeTab : "")}
          tabs={[
            { id: "result", label: "Result", content: <Result id={String(job)} tab={String(tab)} onTab={show} /> },
            {
              id: codeTab,
              label: "Code",
              content: <CodeView body={body} shownBody={bodyOf(options, maskedValues(options, values))} />,
            },
          ]}
        />
      </section>
    </div>
  );
}

/** The options without outputs, webhooks and storage. */
function withoutOutputs(options: Omit<RenderRequest, "url">): Omit<RenderRequest, "url"> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isOutputOrDelivery(name)));
}

/** Keeps the options of the form: as a preset, and as a signed link. */
function Keeping({ body, onSaved }: { body: RenderRequest; onSaved: (preset: string) => void }) {
  const [dialog, setDialog] = useState<"preset" | "link" | null>(null);
  const { data: known = [] } = useQuery(presetOptionsQuery);
  const keptOptions = Object.fromEntries(
    Object.entries(body).filter(([name]) => known.some((option) => option.name === name)),
  );
  const close = (): void => setDialog(null);
  return (
    <>
      <Button size="small" onPress={() => setDialog("preset")} isDisabled={Object.keys(keptOptions).length === 0}>
        <Bookmark aria-hidden="true" /> Save as a preset …
      </Button>
      <Button size="small" onPress={() => setDialog("link")} isDisabled={body.url === undefined}>
        <LinkIcon aria-hidden="true" /> Signed link …
      </Button>
      <SavePresetDialog options={keptOptions} isOpen={dialog === "preset"} onClose={close} onSaved={onSaved} />
      <SignedLinkDialog body={body} isOpen={dialog === "link"} onClose={close} />
    </>
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

/** The outcome of the last render; `id` is empty before the first one. */
function Result({ id, ...tabs }: { id: string; tab: string; onTab: (tab: string) => void }) {
  const { data: job, error, refetch } = useQuery({ ...jobQuery(id), enabled: id !== "" });
  if (id === "") {
    return (
      <EmptyState title="The result appears here">
        Enter an address and render it. “Outputs” has markdown, links, colors and more.
      </EmptyState>
    );
  }
  if (job !== undefined) return <JobOutcome key={id} job={job} {...tabs} hasLink />;
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Loading label="Loading the result" lines={1} height="24rem" />;
}

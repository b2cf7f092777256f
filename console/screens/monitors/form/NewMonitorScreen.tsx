import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { MonitorRequest } from "#schemas/monitor/monitor.ts";
import { wf } from "../../../api/client.ts";
import { monitorQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card, Page } from "../../../ui/Page.tsx";
import { keepFields, remainingError } from "../../../api/problems.ts";
import { showDone } from "../../../api/toasts.ts";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { FormProblem } from "../../../ui/fields/FormProblem.tsx";
import { PlainForm } from "../../../ui/fields/PlainForm.tsx";
import { formOf, textAt } from "../../../forms/draft.ts";
import { PickFrom } from "../../../picker/PickSource.tsx";
import { copyOf } from "./copyOf.ts";
import { type Begin, newMonitorAt, useMonitorDraft, withUrl } from "./draft.ts";
import { IgnoreStep } from "./IgnoreStep.tsx";
import { MessageFields } from "./MessageFields.tsx";
import { requestOf } from "./monitorBody.ts";
import styles from "./NewMonitor.module.css";
import { PageFields } from "./PageFields.tsx";
import { PagePreview } from "./PagePreview.tsx";
import { checkBody } from "./percent.ts";
import { type StepId, stepOfField, steps, stepsOf } from "./steps.ts";
import { ThresholdStep } from "./ThresholdStep.tsx";
import { useTestCapture } from "./useTestCapture.ts";

const title = "Watch a page";

/** A new monitor, or the copy of another one. */
export function NewMonitorScreen() {
  const { url = "", from } = useSearch({ from: "/shell/monitors/new" });
  const { data: copied, error, refetch } = useQuery({ ...monitorQuery(from ?? ""), enabled: from !== undefined });
  if (from === undefined) return <NewMonitor key="" begin={{ entries: newMonitorAt(url) }} about={firstCapture} />;
  if (copied !== undefined) {
    const about = `A copy of “${copied.name}”. ${notCopied} are never shown. Enter them again.`;
    return <NewMonitor key={from} begin={{ entries: withUrl(copyOf(copied), url), from }} about={about} />;
  }
  return (
    <Page title={title}>
      {error === null ? (
        <Loading label="Loading the monitor" lines={1} height="70vh" />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

const notCopied = "Secrets, clicks, steps, style sheets, scripts, channels and the webhook";
const firstCapture = "The first capture becomes the baseline. Later captures are compared with it.";

/** A new monitor in steps: the page, what to ignore, the threshold and the messages. Each step can be the last. */
function NewMonitor({ begin, about }: { begin: Begin; about: string }) {
  const { step = "page", test = "" } = useSearch({ from: "/shell/monitors/new" });
  const { draft, change, onDraft, forget } = useMonitorDraft(begin);
  const { entries, testCapture } = draft;
  const enteredForm = formOf({ draft: entries, onDraft, error: null });
  const go = useGo({
    shownStep: step,
    url: textAt(enteredForm, "url"),
    ...(begin.from !== undefined && { from: begin.from }),
  });
  const body = requestOf(enteredForm);
  const creating = useCreate({
    onCreated: forget,
    onRefused: (refused) => {
      const [wrong = step] = stepsOf(refused);
      if (wrong !== step) go(wrong, test);
    },
  });
  const checking = useMutation({
    meta: { showsErrors: true },
    mutationFn: async (request: MonitorRequest) => wf.monitors.plan(checkBody(request)),
  });
  const capture = useTestCapture(enteredForm, (next) => change({ testCapture: next, triedComparison: null }));
  const current = testCapture?.request === capture.request ? testCapture.job : null;
  const navigate = useNavigate();
  const index = steps.findIndex(({ id }) => id === step);
  const next = steps[index + 1];
  const tries = [creating, checking, capture] as const;
  const forgetProblems = (): void => tries.forEach(({ reset }) => reset());
  const create = (): void => {
    forgetProblems();
    creating.mutate(body);
  };
  const advance = (): void => {
    if (next === undefined) create();
    else if (step !== "page") go(next.id, test);
    else if (current === null) capture.take((job) => go("ignore", job));
    else go("ignore", current);
  };
  // A dry run checks the whole request. A problem of another step is told there.
  const forward = (): void => {
    forgetProblems();
    checking.mutate(body, {
      onSuccess: advance,
      onError: (refused) => {
        const wrong = stepsOf(refused);
        if (wrong.length > 0 && !wrong.includes(step)) advance();
      },
    });
  };
  const failedCall = tries.find(({ error }) => error !== null) ?? creating;
  const remainder = remainingError(
    failedCall.error,
    failedCall.variables,
    failedCall === capture ? capture.body : body,
  );
  const form = { ...enteredForm, error: remainder };
  return (
    <Page title={title} about={about}>
      <StepList current={step} onStep={(id) => go(id, test)} />
      <PickFrom source={capture.source}>
        <Card>
          <div className={step === "ignore" ? undefined : styles["sides"]}>
            <PlainForm className="stack-4" noValidate onSubmit={forward}>
              <div className={step === "ignore" ? styles["wide"] : "stack-4 narrow"}>
                {step === "page" && <PageFields form={form} />}
                {step === "ignore" && <IgnoreStep form={form} test={test} />}
                {step === "threshold" && (
                  <ThresholdStep
                    form={form}
                    test={test}
                    triedComparison={draft.triedComparison}
                    onTried={(triedComparison) => change({ triedComparison })}
                  />
                )}
                {step === "messages" && <MessageFields form={form} />}
              </div>
              <FormProblem
                error={failedCall.error}
                remainder={keepFields(remainder, ({ field }) => stepOfField(field) === step)}
              />
              <div className="actions">
                {index > 0 && <Button onPress={() => go(steps[index - 1]?.id ?? "page", test)}>Back</Button>}
                {next !== undefined && (
                  <Button type="submit" variant="primary" isPending={capture.isPending || checking.isPending}>
                    {step === "page" ? "Continue with a test capture" : "Continue"}
                  </Button>
                )}
                <Button
                  variant={next === undefined ? "primary" : "plain"}
                  isPending={creating.isPending}
                  onPress={create}
                >
                  Watch the page
                </Button>
                <Button
                  onPress={() => {
                    void navigate({ to: "/monitors" }).then(forget);
                  }}
                >
                  Cancel
                </Button>
              </div>
              {step === "page" && (
                <p className="small-print">
                  A test capture costs one credit. “Watch the page” starts at once, and the other steps can follow
                  later.
                </p>
              )}
            </PlainForm>
            {step !== "ignore" && (
              <PagePreview
                form={form}
                test={test}
                isOld={current !== test}
                isPending={capture.isPending}
                canCapture={textAt(enteredForm, "url").trim() !== ""}
                onCapture={() => {
                  forgetProblems();
                  capture.take((job) => go(step, job));
                }}
              />
            )}
          </div>
        </Card>
      </PickFrom>
    </Page>
  );
}

type Shown = { shownStep: StepId; url: string; from?: string };

/** Opens a step. The address keeps the page, the copied monitor and the test capture, so that a reload does too. */
function useGo({ shownStep, url, from }: Shown): (step: StepId, test: string) => void {
  const navigate = useNavigate({ from: "/monitors/new" });
  const kept = { ...(url !== "" && { url }), ...(from !== undefined && { from }) };
  return (step, test) =>
    void navigate({ search: { step, ...kept, ...(test !== "" && { test }) }, resetScroll: step !== shownStep });
}

function StepList({ current, onStep }: { current: StepId; onStep: (step: StepId) => void }) {
  return (
    <nav aria-label="Steps">
      <ol className={styles["steps"]}>
        {steps.map(({ id, label }, index) => (
          <li key={id}>
            <button type="button" aria-current={id === current ? "step" : undefined} onClick={() => onStep(id)}>
              <span className={styles["number"]}>{index + 1}</span>
              <span className={styles["name"]}>{label}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type CreateEvents = { onCreated: () => void; onRefused: (error: Error) => void };

function useCreate({ onCreated, onRefused }: CreateEvents) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: async (body: MonitorRequest) => wf.monitors.create(checkBody(body)),
    async onSuccess({ id }) {
      await client.invalidateQueries({ queryKey: ["monitor"] });
      showDone("The page is watched now.");
      await navigate({ to: "/monitors/$monitorId", params: { monitorId: id } });
      onCreated();
    },
    onError: onRefused,
  });
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { RenderRequest } from "#clients/typescript/src/index.ts";
import type { MonitorRequest } from "#schemas/monitor/monitor.ts";
import { wf } from "../../../api/client.ts";
import { withScheme } from "../../../format/address.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card, Page } from "../../../ui/Page.tsx";
import { describeError, showDone } from "../../../api/toasts.ts";
import { type MonitorDraft, useMonitorDraft } from "./draft.ts";
import { IgnoreStep } from "./IgnoreStep.tsx";
import { MessageFields } from "./MessageFields.tsx";
import { captureOf, type MonitorForm, requestOf } from "./monitorForm.ts";
import styles from "./NewMonitor.module.css";
import { PageFields } from "./PageFields.tsx";
import { type StepId, stepOf, steps } from "./steps.ts";
import { ThresholdStep } from "./ThresholdStep.tsx";

/** A new monitor in steps: the page, what to ignore, the threshold and the messages. Each step can be the last. */
export function NewMonitorScreen() {
  const { url = "", step = "page", test = "" } = useSearch({ from: "/shell/monitors/new" });
  const { draft, change, changeForm: onChange, forget } = useMonitorDraft(url);
  const { form, taken } = draft;
  const go = useGo(form.url);
  const { create, isPending, error } = useCreate({
    onCreated: forget,
    onRefused: (refused) => {
      const wrong = stepOf(refused);
      if (wrong !== null && wrong !== step) go(wrong, test);
    },
  });
  const capture = useTestCapture(form, (next) => change({ taken: next, tried: null }));
  const current = taken?.request === capture.request ? taken.job : null;
  const navigate = useNavigate();
  const index = steps.findIndex(({ id }) => id === step);
  const next = steps[index + 1];
  const forward = (): void => {
    if (next === undefined) create(requestOf(form));
    else if (step !== "page") go(next.id, test);
    else if (current === null) capture.take((job) => go("ignore", job));
    else go("ignore", current);
  };
  const shown = error ?? capture.error;
  const part = { form, onChange, error: shown };
  return (
    <Page title="Watch a page" about="The first capture becomes the baseline. Later captures are compared with it.">
      <StepList current={step} onStep={(id) => go(id, test)} />
      <Card>
        <form
          className={styles["form"]}
          onSubmit={(event) => {
            event.preventDefault();
            forward();
          }}
        >
          <div className={step === "ignore" ? styles["wide"] : styles["fields"]}>
            {step === "page" && <PageFields {...part} />}
            {step === "ignore" && <IgnoreStep {...part} test={test} />}
            {step === "threshold" && (
              <ThresholdStep {...part} test={test} tried={draft.tried} onTried={(tried) => change({ tried })} />
            )}
            {step === "messages" && <MessageFields {...part} />}
          </div>
          {shown !== null && (
            <p role="alert" className={styles["problem"]}>
              {describeError(shown)}
            </p>
          )}
          <div className={styles["buttons"]}>
            {index > 0 && <Button onPress={() => go(steps[index - 1]?.id ?? "page", test)}>Back</Button>}
            {next !== undefined && (
              <Button type="submit" variant="primary" isPending={capture.isPending}>
                {step === "page" ? "Continue with a test capture" : "Continue"}
              </Button>
            )}
            <Button
              variant={next === undefined ? "primary" : "plain"}
              isPending={isPending}
              onPress={() => create(requestOf(form))}
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
            <p className={styles["help"]}>
              A test capture costs one credit. “Watch the page” starts at once, and the other steps can follow later.
            </p>
          )}
        </form>
      </Card>
    </Page>
  );
}

/** Opens a step. The address keeps the page and the test capture, so that a reload does too. */
function useGo(url: string): (step: StepId, test: string) => void {
  const navigate = useNavigate({ from: "/monitors/new" });
  return (step, test) =>
    void navigate({ search: { step, ...(url !== "" && { url }), ...(test !== "" && { test }) }, resetScroll: true });
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

/** The other options of the capture that change the picture. A test is not stored in the person's bucket. */
function testedOptions({ moreCapture }: MonitorForm): Partial<RenderRequest> {
  const { format: _format, quality: _quality, ...rest } = moreCapture;
  return Object.fromEntries(Object.entries(rest).filter(([name]) => !/^stor(?:e$|age_)/.test(name)));
}

/** Takes the capture that the other steps show. `request` stays as long as the page and its options do. */
function useTestCapture(form: MonitorForm, onTaken: (taken: MonitorDraft["taken"]) => void) {
  const body = { ...testedOptions(form), url: withScheme(form.url), ...captureOf(form) };
  const request = JSON.stringify(body);
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    // Comparisons need a picture without losses.
    mutationFn: () => wf.renders.create({ ...body, format: "png" }),
  });
  return {
    request,
    isPending,
    error,
    take(onAccepted: (id: string) => void): void {
      mutate(undefined, {
        onSuccess({ id }) {
          onTaken({ job: id, request });
          onAccepted(id);
        },
      });
    },
  };
}

type CreateEvents = { onCreated: () => void; onRefused: (error: Error) => void };

function useCreate({ onCreated, onRefused }: CreateEvents) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    mutationFn: (body: MonitorRequest) => wf.monitors.create(body),
    async onSuccess({ id }) {
      await client.invalidateQueries({ queryKey: ["monitor"] });
      showDone("The page is watched now.");
      await navigate({ to: "/monitors/$monitorId", params: { monitorId: id } });
      onCreated();
    },
    onError: onRefused,
  });
  return { create: mutate, isPending, error };
}

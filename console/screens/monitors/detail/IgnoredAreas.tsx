import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { wf } from "../../../api/client.ts";
import { runQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { AskBeforeLeaving } from "../../../ui/dialogs/AskBeforeLeaving.tsx";
import { Card, Section } from "../../../ui/Page.tsx";
import { runPicturePath } from "../../../ui/Picture.tsx";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { describeError, showDone } from "../../../api/toasts.ts";
import { AreaEditor } from "../form/AreaEditor.tsx";
import { IgnoredElements } from "../form/IgnoredElements.tsx";
import { areasOf, setAreas } from "../form/ignored.ts";
import { formOf } from "../../../forms/draft.ts";
import { useDraft } from "../../../forms/useDraft.ts";
import styles from "./Detail.module.css";

/** Edits the areas on the baseline's picture, and the elements, that runs leave out of the comparison. */
export function IgnoredAreas({ monitor }: { monitor: Monitor }) {
  return (
    <Section title="What to ignore">
      <Card>
        {monitor.baselineRunId === null ? (
          <p>There is no picture to draw on yet. The first run makes one.</p>
        ) : (
          <Editor monitor={monitor} runId={monitor.baselineRunId} />
        )}
      </Card>
    </Section>
  );
}

function Editor({ monitor, runId }: { monitor: Monitor; runId: string }) {
  const { id } = monitor;
  const { data: run, error, refetch } = useQuery(runQuery(id, runId));
  const { form, isChanged, save } = useIgnored(monitor);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (run === undefined) return <Loading label="Loading the baseline" lines={1} height="24rem" />;
  const picture = run.result?.screenshot;
  return (
    <div className={styles["form"]} data-wide>
      <AskBeforeLeaving isChanged={isChanged} />
      {picture !== undefined && (
        <AreaEditor
          picture={{ path: runPicturePath(id, runId), width: picture.width, height: picture.height }}
          areas={areasOf(form)}
          onChange={(next) => setAreas(form, next)}
        />
      )}
      <IgnoredElements form={form} />
      {save.error !== null && <FailureText>{describeError(save.error)}</FailureText>}
      <div className="actions">
        <Button variant="primary" onPress={() => save.mutate()} isDisabled={!isChanged} isPending={save.isPending}>
          Save what to ignore
        </Button>
      </div>
    </div>
  );
}

/** The ignored areas while a person edits them, and how to save them. */
function useIgnored(monitor: Monitor) {
  const { draft, onDraft, isChanged, discard } = useDraft();
  const client = useQueryClient();
  const save = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.monitors.update(monitor.id, { ...draft.changed }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["monitor"] });
      discard();
      showDone("Saved. It holds from the next run on.");
    },
  });
  return { form: formOf({ draft, onDraft, saved: monitor, error: save.error }), isChanged, save };
}

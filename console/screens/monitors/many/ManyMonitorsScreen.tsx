import { type FormEvent, useDeferredValue, useMemo } from "react";
import { countOf } from "../../../format/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { FailureText } from "../../../ui/FailureText.tsx";
import { Card, Page, Section } from "../../../ui/Page.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { describeError } from "../../../api/toasts.ts";
import { formOf } from "../../../forms/draft.ts";
import { AddressList } from "./AddressList.tsx";
import { CommonFields } from "./CommonFields.tsx";
import { readLines } from "./lines.ts";
import { ManyCost } from "../form/Cost.tsx";
import { FormProblem } from "../../../ui/fields/FormProblem.tsx";
import styles from "./Many.module.css";
import { Preview } from "./Preview.tsx";
import { type Many, useMany } from "./useMany.ts";
import { WatchedList } from "./WatchedList.tsx";

/** Watches many pages with the same settings. Lines that are refused stay, so that they can be mended and sent again. */
export function ManyMonitorsScreen() {
  const { many, change, onDraft, start, resume, stop } = useMany();
  const { text, entries, queue, isSending, formError } = many;
  const shownText = useDeferredValue(text);
  const urls = useMemo(() => many.watchedPages.map(({ url }) => url), [many.watchedPages]);
  const lines = useMemo(() => readLines(shownText, urls), [shownText, urls]);
  const readyCount = lines.filter(({ problem }) => problem === null).length;
  const form = formOf({ draft: entries, onDraft, error: formError });
  const isBusy = isSending || queue.length > 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The shown lines may be one key behind.
    if (!isBusy) start(readLines(text, urls));
  };
  return (
    <Page title="Watch many pages" about="One page per line, with the same settings for all of them.">
      <form onSubmit={submit} className={styles["sides"]} noValidate>
        <div className={styles["addresses"]}>
          <Card>
            <AddressList value={text} onChange={(value) => change({ text: value })} isDisabled={isBusy} />
          </Card>
        </div>
        <div className={styles["settings"]}>
          <Card>
            <CommonFields form={form} />
          </Card>
        </div>
        <div className={styles["preview"]}>
          {isBusy && <Sending many={many} onResume={resume} onStop={stop} />}
          <Section title="Pages">
            {lines.length > 0 && <Preview lines={lines} refused={many.refused} />}
            {lines.length === 0 && !isBusy && (
              <p className="small-print">Paste a list above. Each line is checked here before it is sent.</p>
            )}
          </Section>
          <FormProblem error={formError} />
          {!isBusy && (
            <div className={styles["buttons"]}>
              <Button type="submit" variant="primary" isDisabled={readyCount === 0}>
                {readyCount === 0 ? "Watch the pages" : `Watch ${countOf(readyCount, "page")}`}
              </Button>
              {readyCount > 0 && <ManyCost form={form} count={readyCount} />}
              {readyCount > 0 && form.read("status") !== "paused" && (
                <p className="small-print">
                  {readyCount === 1 ? "It takes" : "Each takes"} its first capture at once, for one credit.
                </p>
              )}
            </div>
          )}
          <WatchedList watchedPages={many.watchedPages} />
        </div>
      </form>
    </Page>
  );
}

type SendingProps = { many: Many; onResume: () => void; onStop: () => void };

/** How much is sent, and what to do if a batch got no reply. */
function Sending({ many: { queue, watchedPages, refused, sendError, isSending }, onResume, onStop }: SendingProps) {
  const waiting = queue.reduce((sum, { raws }) => sum + raws.length, 0);
  const ended = watchedPages.length + Object.keys(refused).length;
  return (
    <Card>
      <div className="stack-3">
        <Progress label={isSending ? "Pages sent" : "Stopped"} value={ended} total={ended + waiting} />
        {sendError !== null && !isSending && (
          <>
            <FailureText>{describeError(sendError)}</FailureText>
            <p className="small-print">
              Some of the next {countOf(queue[0]?.raws.length ?? 0, "page")} may be watched already. “Continue” creates
              none twice. If you change the list instead, they may be created again.
            </p>
            <div className={styles["buttons"]}>
              <Button variant="primary" onPress={onResume}>
                Continue
              </Button>
              <Button onPress={onStop}>Change the list</Button>
            </div>
          </>
        )}
      </div>
    </Card>
  );
}

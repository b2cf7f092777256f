import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TemplatePreview } from "#schemas/templatePreview.ts";
import { wf } from "../../api/client.ts";
import { describeError } from "../../api/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { FieldRow } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Loading } from "../../ui/states.tsx";
import { Table } from "../../ui/Table.tsx";
import styles from "./Alerts.module.css";
import { channelName, type SampleEvent, sampleEvents, sentText, templateOf, type Words } from "./wording.ts";

/** A sample in these words, as people read it or as a kind of channel gets it, and the fields that there are. */
export function WordingPreview({ words }: { words: Words }) {
  // The words change at each key, so the API is asked when a person wants to see them.
  const [askedWords, setAskedWords] = useState(words);
  const [event, setEvent] = useState<SampleEvent>("monitor.change_detected");
  const template = templateOf(askedWords);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["templatePreview", template, event],
    queryFn: ({ signal }) =>
      wf.alertTargets.preview({ type: event, ...(template !== null && { template }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  const preview = (): void => {
    if (askedWords === words) void refetch();
    else setAskedWords(words);
  };
  return (
    <>
      <div className="actions">
        <Button onPress={preview} isPending={isFetching}>
          Preview
        </Button>
      </div>
      {error !== null && <FailureText>{describeError(error)}</FailureText>}
      {data === undefined && error === null && <Loading label="Loading the preview" lines={3} height="8rem" />}
      {data !== undefined && <Sample preview={data} event={event} onEvent={setEvent} />}
    </>
  );
}

type SampleProps = { preview: TemplatePreview; event: SampleEvent; onEvent: (event: SampleEvent) => void };

function Sample({ preview, event, onEvent }: SampleProps) {
  const [shownChannel, setShownChannel] = useState("");
  const { title, text, messages, fields } = preview;
  const sentMessage = messages.find(({ channel }) => channel === shownChannel);
  return (
    <>
      <FieldRow>
        <Select label="Sample about" value={event} onChange={onEvent} options={sampleEvents} />
        <Select
          label="Shown as"
          value={shownChannel}
          onChange={setShownChannel}
          options={[
            { value: "", label: "What people read" },
            ...messages.map(({ channel }) => ({ value: channel, label: `What ${channelName(channel)} gets` })),
          ]}
        />
      </FieldRow>
      <section aria-label="Preview" aria-live="polite" className={styles["sample"]}>
        {sentMessage === undefined ? (
          <>
            <strong>{title}</strong>
            <p>{text}</p>
          </>
        ) : (
          <pre>{sentText(sentMessage)}</pre>
        )}
      </section>
      <details>
        <summary>Fields</summary>
        <Table caption="Fields" columns={["Field", "Meaning", "In this sample"]}>
          {fields.map(({ name, about, value }) => (
            <tr key={name}>
              <td>
                <code className={styles["field"]}>{`{{${name}}}`}</code>
              </td>
              <td>
                <span className={styles["lines"]}>{about.replaceAll("`", "")}</span>
              </td>
              <td>
                <span className={styles["lines"]}>{value ?? "None: the part keeps its usual wording"}</span>
              </td>
            </tr>
          ))}
        </Table>
      </details>
    </>
  );
}

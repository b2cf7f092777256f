import { useState } from "react";
import { problemOf, remainingError } from "../../api/problems.ts";
import { AskBeforeLeaving } from "../../ui/dialogs/AskBeforeLeaving.tsx";
import { Form } from "../../ui/fields/Form.tsx";
import { Page } from "../../ui/Page.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { useCreate } from "../../api/useCreate.ts";
import { createSchedule, emptyForm, kindOptions, requestOf, type ScheduleForm } from "./form.ts";
import { RecurrenceFields } from "./RecurrenceFields.tsx";

/** A new schedule: the page, and one time or a cron pattern. */
export function NewScheduleScreen() {
  const [form, setForm] = useState(emptyForm);
  const creating = useCreate({
    send: createSchedule,
    kind: "schedule",
    done: "The schedule is active.",
    screen: ({ id }) => `/schedules/${id}`,
  });
  const { mutate, isPending, error: failure, variables } = creating;
  const body = requestOf(form);
  const error = remainingError(failure, variables, body);
  const set = (changed: Partial<ScheduleForm>): void => setForm({ ...form, ...changed });
  return (
    <Page title="Schedule a render" about="Each render is charged when it starts. The schedule itself costs nothing.">
      <Form
        submit="Create the schedule"
        back="/schedules"
        onSubmit={() => mutate(body)}
        isPending={isPending}
        error={failure}
        remainder={error}
      >
        <AskBeforeLeaving isChanged={form !== emptyForm} />
        <TextField
          label="Address of the page"
          value={form.url}
          onChange={(url) => set({ url })}
          placeholder="example.com/pricing"
          isRequired
          error={problemOf(error, "url")}
        />
        <Select label="Kind" value={form.kind} onChange={(kind) => set({ kind })} options={kindOptions} />
        {form.kind === "once" ? (
          <TextField
            label="When"
            type="datetime-local"
            value={form.at}
            onChange={(at) => set({ at })}
            help="In the time zone of this browser, at most 366 days ahead."
            isRequired
            error={problemOf(error, "scheduleAt")}
          />
        ) : (
          <RecurrenceFields form={form} onChange={set} error={error} />
        )}
        <Switch isSelected={form.fullPage} onChange={(fullPage) => set({ fullPage })}>
          Full page
        </Switch>
      </Form>
    </Page>
  );
}

import { type ReactNode, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { CompareFields } from "./CompareFields.tsx";
import { IgnoredElements } from "./IgnoredElements.tsx";
import { MessageFields } from "./MessageFields.tsx";
import type { Form } from "../../../forms/draft.ts";
import type { FormPart } from "./monitorBody.ts";
import { MoreCapture } from "./MoreCapture.tsx";
import { CaptureFields } from "./PageFields.tsx";
import { PartsField } from "./PartsField.tsx";
import styles from "./SettingGroups.module.css";
import { AlarmFields } from "./AlarmFields.tsx";

/** How pages are captured and compared, and who gets messages, in groups that open. For monitors that are made together. */
export function SettingGroups({ form }: FormPart) {
  const { error } = form;
  return (
    <div>
      <Group
        title="Capture"
        hasProblem={hasProblem(error, (field) => field.startsWith("capture.") && !isOfComparison(field))}
      >
        <CaptureFields form={form} />
        <MoreCapture form={form} />
      </Group>
      <Group title="Comparison" hasProblem={hasProblem(error, isOfComparison)}>
        <PartsField form={form} />
        <AlarmFields form={form} />
        <CompareFields form={form} />
        <IgnoredElements form={form} />
      </Group>
      <Group title="Messages" hasProblem={hasProblem(error, (field) => field.startsWith("alerts"))}>
        <MessageFields form={form} />
      </Group>
    </div>
  );
}

function isOfComparison(field: string): boolean {
  return /^(?:diff|baselineMode|alertWhen|capture\.(?:text|changeOn|ignore\w+))\b/.test(field);
}

function hasProblem(error: Form["error"], isOwn: (field: string) => boolean): boolean {
  return error instanceof ApiError && error.fields.some(({ field }) => isOwn(field));
}

type GroupProps = { title: string; hasProblem: boolean; children: ReactNode };

function Group({ title, hasProblem: isWrong, children }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles["group"]}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {/* A checker of accessibility takes a hidden legend for a missing one. */}
      {(isOpen || isWrong) && <div className={styles["fields"]}>{children}</div>}
    </details>
  );
}

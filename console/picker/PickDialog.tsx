import { useState } from "react";
import { FailureText } from "../ui/FailureText.tsx";
import { Modal } from "../ui/dialogs/Modal.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { EmptyState, ErrorState, Loading } from "../ui/states.tsx";
import { describeError } from "../api/toasts.ts";
import { FormButtons, PlainForm } from "../ui/fields/PlainForm.tsx";
import { withoutInner } from "./map.ts";
import { Picker, type PickUse } from "./Picker.tsx";
import type { PickSource } from "./PickSource.tsx";
import { useMapOf, usePickCapture } from "./useMap.ts";

type PickDialogProps = { source: PickSource; uses: readonly PickUse[]; onClose: () => void };

/** A dialog that shows a capture of the page, and lets a person choose an element of it. Escape leaves it. */
export function PickDialog({ source, uses, onClose }: PickDialogProps) {
  return (
    <Modal title="Pick an element" isOpen onClose={onClose} place="wide">
      <Captured source={source} uses={uses} onClose={onClose} />
    </Modal>
  );
}

function Captured({ source, uses, onClose }: PickDialogProps) {
  const [url, setUrl] = useState(source.url);
  const capture = usePickCapture({ ...source, url });
  const { job, map, error } = useMapOf(capture.job);
  if (error !== null) return <ErrorState error={error} />;
  if (map !== null) return <Picker map={withoutInner(map)} uses={uses} onClose={onClose} />;
  if (capture.job === "") {
    return (
      <PlainForm className="stack-4 narrow" noValidate onSubmit={() => capture.take()}>
        {source.url === "" && (
          <TextField
            label="Address of the page"
            value={url}
            onChange={setUrl}
            placeholder="example.com/pricing"
            isRequired
          />
        )}
        <p className="small-print">Elements are picked on a capture of the whole page. It costs one credit.</p>
        {capture.error !== null && <FailureText>{describeError(capture.error)}</FailureText>}
        <FormButtons
          submit="Capture the page"
          isPending={capture.isPending}
          isDisabled={url.trim() === ""}
          cancel={onClose}
        />
      </PlainForm>
    );
  }
  if (job?.error !== undefined) return <EmptyState title="The capture failed">{job.error.message}</EmptyState>;
  if (job?.status === "completed")
    return <EmptyState title="This capture has no map">Take another test capture, then pick again.</EmptyState>;
  return <Loading label="Capturing the page" lines={1} height="60vh" />;
}

import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { wf } from "../../../api/client.ts";
import { useAction } from "../../../api/useAction.ts";
import { withScheme } from "../../../format/address.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Card, Section } from "../../../ui/Page.tsx";
import { PlainForm } from "../../../ui/fields/PlainForm.tsx";
import styles from "./Detail.module.css";

/** Another address for a monitor. It has a form of its own, because a new address drops the baseline. */
export function AddressChange({ monitor: { id, host, pageUrl } }: { monitor: Monitor }) {
  const [url, setUrl] = useState("");
  const { mutate, isPending } = useAction({
    send: (address: string) => wf.monitors.update(id, { url: withScheme(address) }),
    done: () => "The next capture is of the new address.",
    changes: ["monitor"],
  });
  return (
    <Section title="Address of the page">
      <Card>
        <PlainForm
          isReady={url.trim() !== ""}
          onSubmit={() => mutate(url, { onSuccess: () => setUrl("") })}
          className={styles["form"]}
        >
          <TextField
            label="Address"
            value={url}
            onChange={setUrl}
            placeholder={pageUrl ?? host}
            help="The first capture of another address is the new baseline."
          />
          <div className="actions">
            <Button type="submit" isPending={isPending} isDisabled={url.trim() === ""}>
              Change the address
            </Button>
          </div>
        </PlainForm>
      </Card>
    </Section>
  );
}

import { useState } from "react";
import type { Proxy } from "#schemas/proxy.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/dialogs/Modal.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { kinds } from "../../api/access.ts";
import { FormButtons, PlainForm } from "../../ui/fields/PlainForm.tsx";

/** A button that asks for a page and fetches it through a proxy. The outcome shows in the proxy's row. */
export function TestProxy({ proxy: { id, name } }: { proxy: Proxy }) {
  const [isOpen, setOpen] = useState(false);
  const [url, setUrl] = useState("https://example.com/");
  const test = useAction({
    send: () => wf.proxies.test(id, url.trim()),
    done: ({ lastTest }) => outcomeOf(name, lastTest),
    changes: [kinds.proxies],
  });
  return (
    <>
      <Button size="small" onPress={() => setOpen(true)} aria-label={`Test the proxy ${name}`}>
        Test
      </Button>
      <Modal title={`Test “${name}”`} isOpen={isOpen} onClose={() => setOpen(false)}>
        <PlainForm
          isReady={!test.isPending}
          onSubmit={() => test.mutate(undefined, { onSuccess: () => setOpen(false) })}
          className="stack-4"
        >
          <TextField label="Page to fetch" value={url} onChange={setUrl} type="url" autoFocus isRequired />
          <FormButtons submit="Fetch it" isPending={test.isPending} cancel={() => setOpen(false)} />
        </PlainForm>
      </Modal>
    </>
  );
}

function outcomeOf(name: string, test: Proxy["lastTest"]): string {
  if (test === null) return `The test of “${name}” goes on.`;
  return test.ok ? `“${name}” works.` : `“${name}” failed: ${test.problem ?? "no answer"}`;
}

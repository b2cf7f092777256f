import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RenderRequest } from "#clients/typescript/src/index.ts";
import { wf } from "../../../api/client.ts";
import { type Form, textAt } from "../../../forms/draft.ts";
import { withScheme } from "../../../format/address.ts";
import { testOptionsOf } from "./captureOptions.ts";
import { mappedOutputs, rememberCapture } from "../../../picker/useMap.ts";
import type { MonitorDraft } from "./draft.ts";

/** Takes the capture that the steps of a new monitor show. `request` stays as long as the page and its options do. */
export function useTestCapture(form: Form, onTaken: (taken: MonitorDraft["testCapture"]) => void) {
  const body = { ...testOptionsOf(form), url: withScheme(textAt(form, "url")) };
  const request = JSON.stringify(body);
  const client = useQueryClient();
  const { url, ...options } = body;
  const { mutate, isPending, error, reset, variables } = useMutation({
    meta: { showsErrors: true },
    // Comparisons need a picture without losses.
    mutationFn: (page: RenderRequest) => wf.renders.create({ ...page, ...mappedOutputs, format: "png" }),
  });
  return {
    body,
    source: { options, url: textAt(form, "url").trim() === "" ? "" : url },
    request,
    isPending,
    error,
    reset,
    variables,
    take(onAccepted: (id: string) => void): void {
      mutate(body, {
        onSuccess({ id }) {
          onTaken({ job: id, request });
          rememberCapture(client, { options, url }, id);
          onAccepted(id);
        },
      });
    },
  };
}

import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { DiffMode, DiffSource } from "#schemas/diff.ts";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { withScheme } from "../../format/address.ts";
import { FieldRow, Form } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Page } from "../../ui/Page.tsx";

const modes = [
  { value: "perceptual", label: "What a person sees" },
  { value: "pixel", label: "Any difference of a pixel" },
] as const;

/** A form that compares two addresses, two renders, or one of each. */
export function NewComparisonScreen() {
  const [before, setBefore] = useState("");
  const [after, setAfter] = useState("");
  const [mode, setMode] = useState<DiffMode>("perceptual");
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.comparisons.create({ before: sourceOf(before), after: sourceOf(after), mode }),
    onSuccess: ({ id }) => navigate({ to: "/comparisons/$comparisonId", params: { comparisonId: id } }),
  });
  return (
    <Page title="Compare two pages" about="It costs one credit. Pages are captured in full.">
      <Form submit="Compare" back="/comparisons" onSubmit={() => mutate()} isPending={isPending} error={error}>
        <FieldRow>
          <TextField
            label="Before"
            value={before}
            onChange={setBefore}
            placeholder="example.com"
            help="An address, or the id of a render."
            isRequired
            error={problemOf(error, "before")}
          />
          <TextField
            label="After"
            value={after}
            onChange={setAfter}
            placeholder="staging.example.com"
            help="An address, or the id of a render."
            isRequired
            error={problemOf(error, "after")}
          />
        </FieldRow>
        <Select label="Comparison mode" value={mode} onChange={setMode} options={modes} />
      </Form>
    </Page>
  );
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a render, else the address of a page. */
function sourceOf(text: string): DiffSource {
  const given = text.trim();
  return idPattern.test(given) ? { jobId: given } : { url: withScheme(given) };
}

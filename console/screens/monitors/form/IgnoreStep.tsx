import { useQuery } from "@tanstack/react-query";
import { jobQuery } from "../../../api/queries.ts";
import { jobOutputPath } from "../../../ui/Picture.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/states.tsx";
import { AreaEditor } from "./AreaEditor.tsx";
import { IgnoredElements } from "./IgnoredElements.tsx";
import { areasOf, setAreas } from "./ignored.ts";
import type { FormPart } from "./monitorBody.ts";

/** Takes areas drawn on the test capture, and elements, which comparisons leave out. `test` is the capture's job. */
export function IgnoreStep({ form, test }: FormPart & { test: string }) {
  return (
    <>
      <DrawnAreas form={form} test={test} />
      <div className="stack-4 narrow">
        <IgnoredElements form={form} />
      </div>
    </>
  );
}

function DrawnAreas({ form, test }: FormPart & { test: string }) {
  const { data: job, error, refetch } = useQuery({ ...jobQuery(test), enabled: test !== "" });
  if (test === "") {
    return (
      <EmptyState title="There is no test capture yet">
        Go back and continue with a test capture, to draw on its picture. This step can also be left out.
      </EmptyState>
    );
  }
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (job?.error !== undefined) return <EmptyState title="The test capture failed">{job.error.message}</EmptyState>;
  const picture = job?.result?.screenshot;
  if (picture === undefined) return <Loading label="Capturing the page" lines={1} height="70vh" />;
  const { width, height } = picture;
  return (
    <AreaEditor
      picture={{ path: jobOutputPath(test, "screenshot"), width, height }}
      areas={areasOf(form)}
      onChange={(areas) => setAreas(form, areas)}
    />
  );
}

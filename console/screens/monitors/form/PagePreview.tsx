import { useQuery } from "@tanstack/react-query";
import type { MappedElement } from "#schemas/extracts/elements.ts";
import { jobQuery } from "../../../api/queries.ts";
import type { Form } from "../../../forms/draft.ts";
import { matchesOf, textIn } from "../../../picker/map.ts";
import { PickButton } from "../../../picker/PickButton.tsx";
import { useMapOf } from "../../../picker/useMap.ts";
import { Button } from "../../../ui/Button.tsx";
import { Fact, Facts } from "../../../ui/Facts.tsx";
import { jobOutputPath } from "../../../ui/Picture.tsx";
import { EmptyState, ErrorState, Loading } from "../../../ui/states.tsx";
import { TallPicture } from "../../../ui/TallPicture.tsx";
import styles from "./PagePreview.module.css";
import { ignoreUse, valuesOf, valueUse, watchUse } from "./pickUses.ts";

type PagePreviewProps = {
  /** The job of the test capture. Empty before the first. */
  test: string;
  /** Whether the page or its options have changed since. */
  isOld: boolean;
  isPending: boolean;
  canCapture: boolean;
  onCapture: () => void;
  form: Form;
};

/** The test capture beside the form of a new monitor. */
export function PagePreview({ test, isOld, isPending, canCapture, onCapture, form }: PagePreviewProps) {
  const isFirst = test === "";
  const button = (
    <Button size="small" onPress={onCapture} isPending={isPending} isDisabled={!canCapture}>
      {isFirst ? "Take a test capture" : "Capture again"}
    </Button>
  );
  return (
    <section aria-label="Test capture" className={styles["preview"]} data-first={isFirst || undefined}>
      {isFirst ? (
        <EmptyState title="See the page first" action={button}>
          Enter the address. A test capture shows the page as runs will see it, and costs one credit.
        </EmptyState>
      ) : (
        <>
          <div className={styles["head"]}>
            <p className="small-print">
              {isOld ? "The address or its options have changed since this capture." : "The page as runs will see it."}
            </p>
            <div className="actions">
              {isOld && button}
              <PickButton label="Pick an element" uses={[watchUse(form), ignoreUse(form), valueUse(form)]} />
            </div>
          </div>
          <ReadNow form={form} test={test} />
          <Taken test={test} isOld={isOld} />
        </>
      )}
    </section>
  );
}

/** The values that the test capture shows, as far as they are read by selectors. */
function ReadNow({ form, test }: Pick<PagePreviewProps, "form" | "test">) {
  const { map } = useMapOf(test);
  const values = valuesOf(form).flatMap(({ name, selector }) =>
    typeof name === "string" && typeof selector === "string" && selector !== "" ? [{ name, selector }] : [],
  );
  if (map === null || values.length === 0) return null;
  return (
    <Facts>
      {values.map(({ name, selector }) => (
        <Fact key={name} name={name}>
          <span dir="auto">{readingOf(map.elements, selector)}</span>
        </Fact>
      ))}
    </Facts>
  );
}

function readingOf(elements: readonly MappedElement[], selector: string): string {
  const [first] = matchesOf(elements, selector);
  const text = first === undefined ? "" : textIn(elements, elements.indexOf(first));
  return text === "" ? "Not in this capture" : text;
}

function Taken({ test, isOld }: { test: string; isOld: boolean }) {
  const { data: job, error, refetch } = useQuery(jobQuery(test));
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (job?.error !== undefined) return <EmptyState title="The test capture failed">{job.error.message}</EmptyState>;
  const picture = job?.result?.screenshot;
  if (picture === undefined) return <Loading label="Capturing the page" lines={1} height="50vh" />;
  const { width, height } = picture;
  return (
    <div data-old={isOld || undefined} className={styles["picture"]}>
      <TallPicture
        path={jobOutputPath(test, "screenshot")}
        alt="Picture of the page. Opens the full size."
        width={width}
        height={height}
      />
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Preset } from "#schemas/preset.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { withQuery } from "../../api/withQuery.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import styles from "./Presets.module.css";
import { presetKind, presetsQuery } from "./queries.ts";
import { describePreset } from "./words.ts";

/** The named options of the account. */
export function PresetsScreen() {
  const { data, error, refetch } = useQuery(presetsQuery);
  return (
    <Page
      title="Presets"
      about="Options of renders under a name. A render or a monitor uses them by the field “preset”."
      actions={
        <LinkButton href="/presets/new" variant="primary">
          New preset
        </LinkButton>
      }
    >
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the presets" lines={3} height="4rem" />}
      {data?.length === 0 && (
        <EmptyState title="No presets yet" action={<LinkButton href="/presets/new">New preset</LinkButton>}>
          Give options a name once, such as a size and a theme. “Render a page” can save its options, too.
        </EmptyState>
      )}
      {data !== undefined && data.length > 0 && (
        <Card padded={false}>
          <ul>
            {data.map((preset) => (
              <Row key={preset.name} preset={preset} />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

function Row({ preset }: { preset: Preset }) {
  const { name, updatedAt } = preset;
  const remove = useAction({
    send: () => wf.presets.delete(name),
    done: () => `The preset ${name} is deleted.`,
    changes: [presetKind],
  });
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <Link to="/presets/$presetName" params={{ presetName: name }}>
          {name}
        </Link>
        <span>{describePreset(preset)}</span>
        <span>
          Changed <RelativeTime at={updatedAt} />
        </span>
      </div>
      <LinkButton size="small" href={withQuery("/renders/new", { preset: name })}>
        Render with it
      </LinkButton>
      <ConfirmButton
        label="Delete"
        name={`Delete the preset ${name}`}
        title={`Delete the preset ${name}?`}
        confirm="Delete the preset"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        size="small"
      >
        Requests and signed links that name it are then refused.
      </ConfirmButton>
    </li>
  );
}

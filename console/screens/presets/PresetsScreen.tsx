import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Preset } from "#schemas/preset.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { withQuery } from "../../api/withQuery.ts";
import { LinkButton } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import styles from "./Presets.module.css";
import { presetKind, presetsQuery } from "./queries.ts";
import { describePreset } from "./words.ts";

/** The named options of the account. */
export function PresetsScreen() {
  const query = useQuery(presetsQuery);
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
      <ListedCard
        query={query}
        things="presets"
        empty="Give options a name once, such as a size and a theme. “Render a page” can save its options, too."
        emptyAction={<LinkButton href="/presets/new">New preset</LinkButton>}
        renderRow={(preset) => <Row key={preset.name} preset={preset} />}
      />
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
    <ListRow>
      <RowWords
        name={
          <Link to="/presets/$presetName" params={{ presetName: name }} className={styles["name"]}>
            {name}
          </Link>
        }
      >
        {describePreset(preset)}
        <br />
        Changed <RelativeTime at={updatedAt} />
      </RowWords>
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
    </ListRow>
  );
}

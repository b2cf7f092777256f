import { useNavigate } from "@tanstack/react-router";
import type { MonitorSitemap } from "#schemas/monitor/sitemap.ts";
import { wf } from "../../api/client.ts";
import { useAction } from "../../api/useAction.ts";
import { useHotkeys } from "../../document/hotkeys.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";

/** Buttons that sync, pause, resume and delete a sitemap. */
export function SitemapActions({ sitemap }: { sitemap: MonitorSitemap }) {
  const { id, status, syncing } = sitemap;
  const navigate = useNavigate();
  const changes = ["sitemap", "monitor"];
  const sync = useAction({ send: () => wf.sitemaps.sync(id), done: () => "The sitemap is being read.", changes });
  const toggle = useAction({
    send: () => (status === "paused" ? wf.sitemaps.resume(id) : wf.sitemaps.pause(id)),
    done: (reply) => (reply.status === "paused" ? "Paused. It is read by hand alone." : "Resumed."),
    changes,
  });
  const remove = useAction({
    send: async () => {
      // First, because this screen would ask for what is gone.
      await navigate({ to: "/monitors/sitemaps" });
      await wf.sitemaps.delete(id);
    },
    done: () => "The sitemap is deleted. Its monitors stay.",
    changes,
  });
  const run = (): void => {
    if (!sync.isPending && !syncing) sync.mutate();
  };
  useHotkeys("Sitemap", [
    { keys: "r", label: "Sync now", run },
    { keys: "p", label: "Pause or resume", run: () => toggle.mutate() },
  ]);
  return (
    <>
      <Button onPress={run} isPending={sync.isPending || syncing}>
        Sync now
      </Button>
      <Button onPress={() => toggle.mutate()} isPending={toggle.isPending}>
        {status === "paused" ? "Resume" : "Pause"}
      </Button>
      <ConfirmButton
        label="Delete"
        title="Delete this sitemap?"
        confirm="Delete the sitemap"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
      >
        It is not read again. Its monitors stay as they are.
      </ConfirmButton>
    </>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import type { Static } from "typebox";
import type { MonitorReply, MonitorRequest } from "#schemas/monitor/monitor.ts";
import { ApiError, api } from "../../api/client.ts";
import { formatInterval } from "../../format/time.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { describeError, showDone } from "../../ui/toasts.ts";
import styles from "./Monitors.module.css";

const intervals = [5, 15, 60, 360, 1440].map((minutes) => ({ value: String(minutes), label: formatInterval(minutes) }));

/** A new monitor: the address, a name, and how often to look. Its first capture is the baseline. */
export function NewMonitorScreen() {
  const { url = "" } = useSearch({ from: "/shell/monitors/new" });
  const [form, setForm] = useState({ url, name: "", interval: "60", tags: "", fullPage: true });
  const { create, isPending, error } = useCreate();
  const set = (changed: Partial<typeof form>): void => setForm({ ...form, ...changed });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create({
      url: withScheme(form.url),
      name: form.name.trim() || nameFrom(form.url),
      intervalMinutes: Number(form.interval),
      tags: form.tags.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()])),
      capture: { fullPage: form.fullPage, regions: true },
    });
  };
  const problemOf = (field: string): string | undefined =>
    error instanceof ApiError ? error.fields.find((problem) => problem.field === field)?.message : undefined;
  return (
    <Page title="Watch a page" about="The first capture becomes the baseline. Later captures are compared with it.">
      <Card>
        <form onSubmit={submit} className={styles["form"]}>
          <TextField
            label="Address"
            value={form.url}
            onChange={(value) => set({ url: value })}
            placeholder="example.com/pricing"
            isRequired
            error={problemOf("url")}
          />
          <TextField
            label="Name"
            value={form.name}
            onChange={(name) => set({ name })}
            placeholder={form.url === "" ? "Pricing" : nameFrom(form.url)}
            error={problemOf("name")}
          />
          <Select
            label="How often"
            value={form.interval}
            onChange={(interval) => set({ interval })}
            options={intervals}
          />
          <TextField
            label="Tags"
            value={form.tags}
            onChange={(tags) => set({ tags })}
            help="Separate them by commas."
            error={problemOf("tags")}
          />
          <Switch isSelected={form.fullPage} onChange={(fullPage) => set({ fullPage })}>
            The whole page, not only its top
          </Switch>
          {error !== null && (
            <p role="alert" className={styles["problem"]}>
              {describeError(error)}
            </p>
          )}
          <div className={styles["buttons"]}>
            <Button type="submit" variant="primary" isPending={isPending}>
              Watch the page
            </Button>
            <LinkButton href="/monitors">Cancel</LinkButton>
          </div>
        </form>
      </Card>
    </Page>
  );
}

function useCreate() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    mutationFn: (body: MonitorRequest) => api.post<Static<typeof MonitorReply>>("/render/monitors", body),
    async onSuccess({ monitor }) {
      await client.invalidateQueries({ queryKey: ["monitor"] });
      showDone("The page is watched now.");
      await navigate({ to: "/monitors/$monitorId", params: { monitorId: monitor.id } });
    },
  });
  return { create: mutate, isPending, error };
}

/** The address with https if it names no scheme. */
function withScheme(address: string): string {
  return /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`;
}

/** A name for a page without one: its host and path. */
function nameFrom(address: string): string {
  const text = withScheme(address);
  if (!URL.canParse(text)) return address.trim();
  const { host, pathname } = new URL(text);
  return pathname === "/" ? host : `${host}${pathname}`;
}

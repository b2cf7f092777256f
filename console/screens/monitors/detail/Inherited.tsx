import { Link } from "@tanstack/react-router";
import type { DefaultPath } from "#schemas/monitor/defaultPaths.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { inheritedFrom, settingLabel, settingWords } from "../../../format/inherited.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card, Section } from "../../../ui/Page.tsx";
import { ignoreDefault, useMonitorActions } from "../actions.ts";
import styles from "./Detail.module.css";

/** A setting of defaults. `about` is the owner of the default, or says that the monitor does not take it. */
type Row = { setting: DefaultPath; words: string; about: string; isIgnored: boolean };

/** The settings that a monitor has by defaults, and those that no default sets. */
export function Inherited({ monitor }: { monitor: Monitor }) {
  const { act, isPending } = useMonitorActions();
  const rows = rowsOf(monitor);
  if (rows.length === 0) return null;
  return (
    <Section title="Inherited">
      <Card>
        <ul className={styles["inherited"]}>
          {rows.map(({ setting, words, about, isIgnored }) => {
            const action = isIgnored ? "Inherit again" : "Do not inherit";
            return (
              <li key={setting}>
                <span>
                  {words} <small>{about}</small>
                </span>
                <Button
                  size="small"
                  aria-label={`${action}: ${settingLabel(setting)}`}
                  isPending={isPending}
                  onPress={() => act([monitor.id], ignoreDefault(monitor, setting, !isIgnored))}
                >
                  {action}
                </Button>
              </li>
            );
          })}
        </ul>
        <p className="small-print">
          A setting below takes their place. <Link to="/alerts">Change the defaults</Link>
        </p>
      </Card>
    </Section>
  );
}

/** In the order of their names, so that a row stays in its place when its button is pressed. */
function rowsOf({ inherited, ignoreDefaults }: Monitor): Row[] {
  const taken = inherited.map(({ setting, value, ...owner }): Row => {
    return { setting, words: settingWords(setting, value), about: inheritedFrom(owner), isIgnored: false };
  });
  const ignored = ignoreDefaults.map((setting): Row => {
    return { setting, words: settingLabel(setting), about: "not inherited", isIgnored: true };
  });
  return [...taken, ...ignored].toSorted((one, other) => one.words.localeCompare(other.words, "en"));
}

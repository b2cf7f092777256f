import { Link } from "@tanstack/react-router";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { inheritedFrom, settingWords } from "../../../format/inherited.ts";
import { Card, Section } from "../../../ui/Page.tsx";
import styles from "./Detail.module.css";

/** The settings that a monitor has by defaults, each with the owner of the default. */
export function Inherited({ monitor: { inherited } }: { monitor: Monitor }) {
  if (inherited.length === 0) return null;
  return (
    <Section title="Inherited">
      <Card>
        <ul className={styles["inherited"]}>
          {inherited.map(({ setting, value, ...owner }) => (
            <li key={setting}>
              {settingWords(setting, value)} <span>{inheritedFrom(owner)}</span>
            </li>
          ))}
        </ul>
        <p className="small-print">
          A setting below takes their place. <Link to="/alerts">Change the defaults</Link>
        </p>
      </Card>
    </Section>
  );
}

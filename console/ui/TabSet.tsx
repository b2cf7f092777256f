import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import styles from "./TabSet.module.css";

/** A tab with its content. Only the content of the chosen tab is in the page. */
export type TabContent = { id: string; label: string; content: ReactNode };

type TabSetProps = {
  /** Names the row of tabs for screen readers. */
  label: string;
  tabs: readonly TabContent[];
  /** Id of the chosen tab. For an unknown one, the first tab shows. */
  tab: string;
  onTab: (tab: string) => void;
};

/** Tabs above their content. */
export function TabSet({ label, tabs, tab, onTab }: TabSetProps) {
  const chosen = (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id ?? "";
  return (
    <Tabs selectedKey={chosen} onSelectionChange={(key) => onTab(String(key))} className="stack-3">
      <TabList aria-label={label} items={tabs} className={styles["tabList"] ?? ""}>
        {(each) => (
          <Tab id={each.id} className={styles["tab"] ?? ""}>
            {each.label}
          </Tab>
        )}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="stack-3">
          {content}
        </TabPanel>
      ))}
    </Tabs>
  );
}

import { Modal } from "../ui/dialogs/Modal.tsx";
import { describeKeys, type Hotkey, useHotkeyList } from "../document/hotkeys.tsx";
import styles from "./KeyList.module.css";

/** All keys that work on this screen, by group. */
export function KeyList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const groups = Map.groupBy([...useHotkeyList()].toReversed(), ({ group }) => group);
  return (
    <Modal title="Keys" isOpen={isOpen} onClose={onClose}>
      <div className={styles["groups"]}>
        {[...groups].toReversed().map(([group, hotkeys]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {hotkeys.map((hotkey) => (
                <KeyRow key={`${hotkey.keys} ${hotkey.label}`} hotkey={hotkey} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

function KeyRow({ hotkey: { keys, label } }: { hotkey: Hotkey }) {
  return (
    <div className={styles["row"]}>
      <dt>{label}</dt>
      <dd>
        <kbd>{describeKeys(keys)}</kbd>
      </dd>
    </div>
  );
}

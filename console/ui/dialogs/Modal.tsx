import type { ReactNode } from "react";
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from "react-aria-components";
import styles from "./Modal.module.css";

type ModalProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /**
   * `side` slides in from the left, for the navigation on small screens; `wide` takes all of the screen. Default: `middle`.
   */
  place?: "middle" | "top" | "side" | "wide";
  /** Whether only screen readers get the title. */
  hidesTitle?: boolean;
  children: ReactNode;
};

/** A modal dialog. Escape and a press outside close it. */
export function Modal({ title, isOpen, onClose, place = "middle", hidesTitle = false, children }: ModalProps) {
  return (
    <ModalOverlay
      className={`${styles["scrim"]} ${styles[place]}`}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      data-modal
    >
      <AriaModal className={styles["modal"] ?? ""}>
        <Dialog className={styles["dialog"] ?? ""}>
          <Heading slot="title" className={hidesTitle ? "visually-hidden" : (styles["title"] ?? "")}>
            {title}
          </Heading>
          {children}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

import { answerTasks } from "../processTasks.ts";
import { toPage } from "./toPage.ts";

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) answerTasks(toPage);

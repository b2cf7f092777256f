import { answerTasks } from "../processTasks.ts";
import { readPageHere } from "./readPageHere.ts";

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) answerTasks(readPageHere);

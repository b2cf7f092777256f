import { answerTasks } from "../../processTasks.ts";
import { compareTexts } from "./compareTexts.ts";

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) answerTasks(compareTexts);

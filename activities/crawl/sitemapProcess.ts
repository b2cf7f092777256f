import { parseSitemap } from "#markup/sitemap.ts";
import { answerTasks } from "../processTasks.ts";

// Entry point of the child process. Imported elsewhere, this file does nothing.
if (import.meta.main) answerTasks(parseSitemap);

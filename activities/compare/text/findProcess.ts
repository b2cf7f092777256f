import { answerTasks } from "../../processTasks.ts";
import { type FindTask, findPatterns } from "./findPatterns.ts";

// A child process that looks for patterns in texts.
answerTasks<FindTask>(findPatterns);

import { answerTasks } from "../../processTasks.ts";
import { findInJson, type JsonTask } from "./findInJson.ts";

// A child process that reads paths of JSON documents.
answerTasks<JsonTask>(findInJson);

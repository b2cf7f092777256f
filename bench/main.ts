import { alarmsBench } from "./alarms.ts";
import { batchBench } from "./batch.ts";
import { costBench } from "./cost.ts";
import { commandLineBench } from "./commandLine.ts";
import { extractBench } from "./extract.ts";
import { extractionBench } from "./extraction.ts";
import { explainBench } from "./extraction/explain.ts";
import { fetchBench } from "./fetch.ts";
import { fitBench } from "./extraction/fit.ts";
import { fullpageBench } from "./fullpage.ts";
import { hourBench } from "./hour.ts";
import { readersBench } from "./readers.ts";
import { schedulesBench } from "./schedules.ts";
import { monitorsBench } from "./monitors.ts";
import { pipelineBench } from "./pipeline.ts";
import { soakBench } from "./soak.ts";
import { usualBench } from "./usual.ts";
import { textAlarmsBench } from "./textAlarms.ts";
import { provisionAll } from "#test/support/provisioned.ts";

const benches: Record<string, () => Promise<void>> = {
  pipeline: pipelineBench,
  cost: costBench,
  fetch: fetchBench,
  batch: batchBench,
  fullpage: fullpageBench,
  usual: usualBench,
  soak: soakBench,
  cli: commandLineBench,
  alarms: alarmsBench,
  textAlarms: textAlarmsBench,
  monitors: monitorsBench,
  hour: hourBench,
  extract: extractBench,
  extraction: extractionBench,
  fit: fitBench,
  explain: explainBench,
  schedules: schedulesBench,
  readers: readersBench,
};

const name = process.argv[2] ?? "";
const bench = benches[name];
if (bench === undefined) {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join("|")}`);
  process.exitCode = 2;
} else {
  // The browser of the tests, which several benches use, needs what this finds.
  await provisionAll();
  await bench();
}

import { expect } from "chai";
import { findPython } from "#clients/generate/python.ts";
import { at } from "../api/support/fields.ts";
import { openChangingSite } from "../console/support/changingSite.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { type ContractCall, contractCalls, type Known } from "./contract/calls.ts";
import { type Door, openAgent, openCommandLine, openPython, openTypeScript } from "./contract/doors.ts";
import { normalise } from "./contract/normalise.ts";
import { showPages } from "./contract/pages.ts";
import { useCommandLine } from "./support/commandLine.ts";

const unsettled = new Set<unknown>([undefined, null, "queued", "in_progress", "running", "capturing", "diffing"]);

describe("the same calls by each client", function () {
  this.timeout(240_000);
  const site = useResource(openChangingSite);
  const pipeline = usePipeline({ allow: () => [site.address] });
  const cli = useCommandLine();
  /** Values by the name of the call, for each door. */
  const values = new Map<Door, Map<string, unknown>>();

  before(async () => {
    const python = await findPython(process.env);
    const access = async () => ({
      apiUrl: pipeline.apiUrl,
      key: (await newCaller(pipeline.apiUrl, pipeline.database)).key,
    });
    const doors = [
      openTypeScript(await access()),
      openCommandLine(cli, await access()),
      await openAgent(await access()),
      ...(python === null ? [] : [openPython(python, await access())]),
    ];
    for (const door of doors) values.set(door, await callAll(door));
  });

  async function callAll(door: Door): Promise<Map<string, unknown>> {
    showPages(site);
    const known: Known = {};
    const found = new Map<string, unknown>();
    for (const call of contractCalls((path) => site.url(path))) {
      call.prepare?.(site);
      const { value } = await settled(door, call, known);
      found.set(call.name, value);
      if (value !== undefined) {
        for (const [name, paths] of Object.entries(call.gives ?? {})) {
          const id = at(value, paths[door.givesFacts ? 1 : 0]);
          if (typeof id !== "string") throw new Error(`${door.name} ${call.name}: ${JSON.stringify(value)}`);
          known[name] = id;
        }
      }
    }
    await door.close();
    return found;
  }

  /** The value of a call once its work has ended. A monitor that runs is asked again. */
  async function settled(door: Door, call: ContractCall, known: Known): Promise<{ value: unknown }> {
    return until(async () => {
      const value = await door.call(call, known);
      const code = door.givesFacts ? at(value, "error") : at(value, "error.code");
      if (code === "run_in_progress") return null;
      const settles = call.settles?.[door.givesFacts ? 1 : 0];
      return settles !== undefined && unsettled.has(at(value, settles)) ? null : { value };
    });
  }

  // The site has no address yet, and the comparison needs none.
  for (const call of contractCalls((path) => path)) {
    it(call.name, () => {
      const [reference, ...others] = [...values].map(([door, found]) => ({ door, value: found.get(call.name) }));
      for (const { door, value } of others) {
        if (!door.givesFacts) expect(normalise(value), door.name).to.deep.equal(normalise(reference?.value));
        for (const [path, toolPath] of Object.entries((door.givesFacts && call.toolFacts) || {})) {
          expect(normalise(at(value, toolPath)), `${toolPath} of ${JSON.stringify(value)}`).to.deep.equal(
            normalise(at(reference?.value, path)),
          );
        }
      }
    });
  }
});

import { expect } from "chai";
import { expectLedgerInStep } from "../support/faults/expectInStep.ts";
import { seeded } from "../support/faults/seeded.ts";
import { breakSignIns, runEach, signInByEachForm, watchSignedIn } from "../support/faults/signedInMonitors.ts";
import { siteNames, startSignInSite } from "../support/signInSite.ts";
import { runStack, type RunningStack } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";

// `npm run sign-ins` sets these for a longer run; a seed makes a run again.
const count = Number(process.env["SIGN_IN_MONITORS"] ?? 3);
const rounds = Number(process.env["SIGN_IN_ROUNDS"] ?? 3);
const pages = Number(process.env["SIGN_IN_PAGES"] ?? 3);
const between = Number(process.env["SIGN_IN_BETWEEN_SECONDS"] ?? 4);
const maxKills = Number(process.env["SIGN_IN_KILLS"] ?? 1);
const seed = Number(process.env["SIGN_IN_SEED"] ?? Date.now() % 1_000_000);

describe("monitors of pages behind log-ins while sessions end and workers are killed at random", function () {
  this.timeout(300_000 + count * rounds * 20_000);
  const site = useResource(() => startSignInSite());
  let running: RunningStack;
  before(async () => {
    running = await runStack({
      allow: site.allow,
      processes: { api: 1, worker: 2 },
      more: { WATCHFRAME_BROWSER_CONCURRENCY: "2", WATCHFRAME_HOST_SPACING_MS: "0" },
    });
  });
  after(() => running?.stop());

  it(`compare no signed-out page, and sign in once for each end of a session (seed ${seed})`, async () => {
    await signInByEachForm(running, site);
    const ids = await watchSignedIn(running, site, count);
    site.maxPages = pages;
    let isOver = false;
    const faults = { betweenMs: between * 1_000, maxKills, isOver: () => isOver, random: seeded(seed) };
    const breaking = breakSignIns(running, site, faults);
    for (let round = 0; round < rounds; round += 1) await runEach(running, ids);
    isOver = true;
    const killed = await breaking;
    const runs = await running.database.runs.find({ monitorId: { $in: ids } }).toArray();
    const failed = runs.filter(({ status }) => status === "failed").map(({ error }) => error?.code);
    const users = siteNames.map((name) => ({ name, ...site.figuresOf(name) }));
    const figures = { runs: runs.length, failed, killed, shown: site.shown, refused: site.refused, users };
    console.log(`    ${JSON.stringify(figures)}`);

    const compared = runs.filter(({ status }) => status === "completed");
    expect(compared.length).to.be.at.least(count * (rounds + 1) - failed.length);
    for (const { capture, findings } of compared) {
      expect(capture?.page.title).to.equal("Account");
      expect(findings?.changed ?? false).to.equal(false);
    }
    // A killed worker can lose a session just after its log-in, so each kill allows one log-in more.
    for (const { name, logIns, expiries } of users) {
      expect(expiries, name).to.be.greaterThan(0);
      expect(logIns, name).to.be.at.most(1 + expiries + killed);
    }
    expect(killed).to.be.greaterThan(0);
    expect(users.map(({ maxAtOnce }) => maxAtOnce)).to.deep.equal(users.map(() => 1));
    expect(site.refused).to.equal(0);
    expect(failed).to.deep.equal([]);
    await expectLedgerInStep(running);
  });
});

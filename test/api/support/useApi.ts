import type { PlanName } from "#schemas/settings/plans.ts";
import { servers } from "../../support/servers.ts";
import { type TestAccount, type TestApi, type TestApiOptions, testApi } from "./testApi.ts";

/** Milliseconds for the shared servers to start, when this is the first test that needs them. */
const startMs = 600_000;

/**
 * Starts an API before the tests of the enclosing `describe` and closes it after them. Call it in the callback of `describe`.
 * `plan` is the plan of `account`, which has a key with every scope; default: unlimited. `accountPerTest` makes a new account
 * before each test; default: one for all tests. The other options are those of `testApi`.
 * Both results can be passed on at once, but their properties can only be read in hooks and tests.
 */
export function useApi({
  plan = "unlimited",
  accountPerTest = false,
  ...options
}: TestApiOptions & { plan?: PlanName; accountPerTest?: boolean } = {}): { api: TestApi; account: TestAccount } {
  let started: { api: TestApi; account: TestAccount } | null = null;

  before(async function () {
    this.timeout(startMs);
    const api = await testApi(options);
    started = { api, account: await api.account({ plan }) };
  });
  beforeEach(async () => {
    if (accountPerTest && started !== null) started.account = await started.api.account({ plan });
  });
  after(() => started?.api.close());

  const running = () => {
    if (started === null) throw new Error("The API of useApi() starts in a before hook; read it in hooks and tests.");
    return started;
  };
  return { api: lazyApi(() => running().api), account: lazyAccount(() => running().account) };
}

/** Starts the shared servers before the tests of the enclosing `describe`, for tests that start an API of their own each. */
export function useServers(): void {
  before(async function () {
    this.timeout(startMs);
    await servers();
  });
}

function lazyApi(running: () => TestApi): TestApi {
  return {
    get url() {
      return running().url;
    },
    get ports() {
      return running().ports;
    },
    get orchestrator() {
      return running().orchestrator;
    },
    get logged() {
      return running().logged;
    },
    get anyone() {
      return running().anyone;
    },
    account: (options) => running().account(options),
    close: () => running().close(),
  };
}

function lazyAccount(running: () => TestAccount): TestAccount {
  return {
    get accountId() {
      return running().accountId;
    },
    get key() {
      return running().key;
    },
    get keyId() {
      return running().keyId;
    },
    get client() {
      return running().client;
    },
  };
}

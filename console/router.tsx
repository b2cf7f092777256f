import { createRootRouteWithContext, createRoute, createRouter, redirect } from "@tanstack/react-router";
import type { QueryClient } from "@tanstack/react-query";
import { queryClient } from "./api/queryClient.ts";
import { sessionQuery } from "./api/session.ts";
import { readUsageSearch } from "./screens/account/usage.ts";
import { readPageFilter } from "./screens/batches/filter.ts";
import { isViewMode, type ViewMode } from "./screens/comparison/viewer/modes.ts";
import { readComparisonFilter } from "./screens/comparisons/filter.ts";
import { readCrawlFilter, readCrawlPageFilter } from "./screens/crawls/filter.ts";
import { readDeliveryFilter } from "./screens/deliveries/filter.ts";
import { readMonitorFilter } from "./screens/monitors/filter.ts";
import { readMonitorTab } from "./screens/monitors/detail/tabs.ts";
import { readNewMonitorSearch } from "./screens/monitors/form/steps.ts";
import { readJobFilter } from "./screens/renders/filter.ts";
import { readPlaygroundSearch } from "./screens/renders/playground/values.ts";
import { readScheduleFilter } from "./screens/schedules/filter.ts";
import { lazyScreen } from "./shell/lazyScreen.ts";
import { NotFoundScreen } from "./shell/NotFoundScreen.tsx";
import { RootFrame } from "./shell/RootFrame.tsx";
import { Shell } from "./shell/Shell.tsx";
import { ErrorState } from "./ui/states.tsx";

/** The place in a comparison. Wrong values are left out. */
function readPlace({ mode, change }: Record<string, unknown>): { mode?: ViewMode; change?: number } {
  const index = Number(change);
  return {
    ...(isViewMode(mode) && { mode }),
    ...(change !== undefined && Number.isInteger(index) && index >= 0 && { change: index }),
  };
}

/** The crawl or batch that a form begins with. */
function readSource({ from }: Record<string, unknown>): { from?: string } {
  return typeof from === "string" ? { from } : {};
}

/** Every screen of the console. Each loads its code when it is first opened. */

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: RootFrame });

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } =>
    // Only paths of the console: a foreign address here would be an open redirect.
    typeof next === "string" && /^\/(?!\/)/.test(next) ? { next } : {},
  component: lazyScreen(() => import("./screens/login/LoginScreen.tsx"), "LoginScreen"),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: "/login", search: { next: location.href } });
  },
});

const overview = createRoute({
  getParentRoute: () => shell,
  path: "/",
  component: lazyScreen(() => import("./screens/overview/OverviewScreen.tsx"), "OverviewScreen"),
});

const monitors = createRoute({
  getParentRoute: () => shell,
  path: "/monitors",
  validateSearch: readMonitorFilter,
  component: lazyScreen(() => import("./screens/monitors/MonitorsScreen.tsx"), "MonitorsScreen"),
});
const newMonitor = createRoute({
  getParentRoute: () => shell,
  path: "/monitors/new",
  validateSearch: readNewMonitorSearch,
  component: lazyScreen(() => import("./screens/monitors/form/NewMonitorScreen.tsx"), "NewMonitorScreen"),
});
const manyMonitors = createRoute({
  getParentRoute: () => shell,
  path: "/monitors/many",
  component: lazyScreen(() => import("./screens/monitors/many/ManyMonitorsScreen.tsx"), "ManyMonitorsScreen"),
});
const sitemaps = createRoute({
  getParentRoute: () => shell,
  path: "/monitors/sitemaps",
  component: lazyScreen(() => import("./screens/sitemaps/SitemapsScreen.tsx"), "SitemapsScreen"),
});
const newSitemap = createRoute({
  getParentRoute: () => shell,
  path: "/monitors/sitemaps/new",
  component: lazyScreen(() => import("./screens/sitemaps/NewSitemapScreen.tsx"), "NewSitemapScreen"),
});
const sitemap = createRoute({
  getParentRoute: () => shell,
  path: "/monitors/sitemaps/$sitemapId",
  component: lazyScreen(() => import("./screens/sitemaps/SitemapScreen.tsx"), "SitemapScreen"),
});
const review = createRoute({
  getParentRoute: () => shell,
  path: "/review",
  validateSearch: ({ state }: Record<string, unknown>): { state?: "seen" } => (state === "seen" ? { state } : {}),
  component: lazyScreen(() => import("./screens/review/ReviewScreen.tsx"), "ReviewScreen"),
});
const monitor = createRoute({
  getParentRoute: () => shell,
  path: "/monitors/$monitorId",
  validateSearch: readMonitorTab,
  component: lazyScreen(() => import("./screens/monitors/MonitorScreen.tsx"), "MonitorScreen"),
});
const run = createRoute({
  getParentRoute: () => shell,
  path: "/monitors/$monitorId/runs/$runId",
  validateSearch: readPlace,
  component: lazyScreen(() => import("./screens/comparison/RunScreen.tsx"), "RunScreen"),
});
const renders = createRoute({
  getParentRoute: () => shell,
  path: "/renders",
  validateSearch: readJobFilter,
  component: lazyScreen(() => import("./screens/renders/RendersScreen.tsx"), "RendersScreen"),
});
const newRender = createRoute({
  getParentRoute: () => shell,
  path: "/renders/new",
  validateSearch: readPlaygroundSearch,
  component: lazyScreen(() => import("./screens/renders/playground/PlaygroundScreen.tsx"), "PlaygroundScreen"),
});
const job = createRoute({
  getParentRoute: () => shell,
  path: "/jobs/$jobId",
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: string } => (typeof tab === "string" ? { tab } : {}),
  component: lazyScreen(() => import("./screens/renders/JobScreen.tsx"), "JobScreen"),
});

const presets = createRoute({
  getParentRoute: () => shell,
  path: "/presets",
  component: lazyScreen(() => import("./screens/presets/PresetsScreen.tsx"), "PresetsScreen"),
});
const newPreset = createRoute({
  getParentRoute: () => shell,
  path: "/presets/new",
  component: lazyScreen(() => import("./screens/presets/NewPresetScreen.tsx"), "NewPresetScreen"),
});
const preset = createRoute({
  getParentRoute: () => shell,
  path: "/presets/$presetName",
  component: lazyScreen(() => import("./screens/presets/PresetScreen.tsx"), "PresetScreen"),
});

const comparisons = createRoute({
  getParentRoute: () => shell,
  path: "/comparisons",
  validateSearch: readComparisonFilter,
  component: lazyScreen(() => import("./screens/comparisons/ComparisonsScreen.tsx"), "ComparisonsScreen"),
});
const newComparison = createRoute({
  getParentRoute: () => shell,
  path: "/comparisons/new",
  component: lazyScreen(() => import("./screens/comparisons/NewComparisonScreen.tsx"), "NewComparisonScreen"),
});
const comparison = createRoute({
  getParentRoute: () => shell,
  path: "/comparisons/$comparisonId",
  validateSearch: readPlace,
  component: lazyScreen(() => import("./screens/comparisons/ComparisonScreen.tsx"), "ComparisonScreen"),
});

const batches = createRoute({
  getParentRoute: () => shell,
  path: "/batches",
  component: lazyScreen(() => import("./screens/batches/BatchesScreen.tsx"), "BatchesScreen"),
});
const batch = createRoute({
  getParentRoute: () => shell,
  path: "/batches/$batchId",
  validateSearch: readPageFilter,
  component: lazyScreen(() => import("./screens/batches/BatchScreen.tsx"), "BatchScreen"),
});
const newBatch = createRoute({
  getParentRoute: () => shell,
  path: "/batches/new",
  validateSearch: readSource,
  component: lazyScreen(() => import("./screens/batches/NewBatchScreen.tsx"), "NewBatchScreen"),
});
const crawls = createRoute({
  getParentRoute: () => shell,
  path: "/crawls",
  validateSearch: readCrawlFilter,
  component: lazyScreen(() => import("./screens/crawls/CrawlsScreen.tsx"), "CrawlsScreen"),
});
const newCrawl = createRoute({
  getParentRoute: () => shell,
  path: "/crawls/new",
  validateSearch: readSource,
  component: lazyScreen(() => import("./screens/crawls/NewCrawlScreen.tsx"), "NewCrawlScreen"),
});
const crawl = createRoute({
  getParentRoute: () => shell,
  path: "/crawls/$crawlId",
  validateSearch: readCrawlPageFilter,
  component: lazyScreen(() => import("./screens/crawls/CrawlScreen.tsx"), "CrawlScreen"),
});
const schedules = createRoute({
  getParentRoute: () => shell,
  path: "/schedules",
  validateSearch: readScheduleFilter,
  component: lazyScreen(() => import("./screens/schedules/SchedulesScreen.tsx"), "SchedulesScreen"),
});
const newSchedule = createRoute({
  getParentRoute: () => shell,
  path: "/schedules/new",
  component: lazyScreen(() => import("./screens/schedules/NewScheduleScreen.tsx"), "NewScheduleScreen"),
});
const schedule = createRoute({
  getParentRoute: () => shell,
  path: "/schedules/$scheduleId",
  component: lazyScreen(() => import("./screens/schedules/ScheduleScreen.tsx"), "ScheduleScreen"),
});
const deliveries = createRoute({
  getParentRoute: () => shell,
  path: "/deliveries",
  validateSearch: readDeliveryFilter,
  component: lazyScreen(() => import("./screens/deliveries/DeliveriesScreen.tsx"), "DeliveriesScreen"),
});
const delivery = createRoute({
  getParentRoute: () => shell,
  path: "/deliveries/$deliveryId",
  component: lazyScreen(() => import("./screens/deliveries/DeliveryScreen.tsx"), "DeliveryScreen"),
});
const alerts = createRoute({
  getParentRoute: () => shell,
  path: "/alerts",
  component: lazyScreen(() => import("./screens/alerts/AlertsScreen.tsx"), "AlertsScreen"),
});
const usage = createRoute({
  getParentRoute: () => shell,
  path: "/usage",
  validateSearch: readUsageSearch,
  component: lazyScreen(() => import("./screens/account/UsageScreen.tsx"), "UsageScreen"),
});
const keys = createRoute({
  getParentRoute: () => shell,
  path: "/keys",
  component: lazyScreen(() => import("./screens/account/KeysScreen.tsx"), "KeysScreen"),
});

const access = createRoute({
  getParentRoute: () => shell,
  path: "/access",
  component: lazyScreen(() => import("./screens/access/AccessScreen.tsx"), "AccessScreen"),
});

const newSignIn = createRoute({
  getParentRoute: () => shell,
  path: "/access/sign-ins/new",
  component: lazyScreen(() => import("./screens/access/SignInScreen.tsx"), "NewSignInScreen"),
});
const signIn = createRoute({
  getParentRoute: () => shell,
  path: "/access/sign-ins/$signInId",
  component: lazyScreen(() => import("./screens/access/SignInScreen.tsx"), "SignInScreen"),
});

const sessions = createRoute({
  getParentRoute: () => shell,
  path: "/sessions",
  component: lazyScreen(() => import("./screens/account/SessionsScreen.tsx"), "SessionsScreen"),
});

/** Any other address, in the frame of the other screens. */
const notFound = createRoute({ getParentRoute: () => shell, path: "$", component: NotFoundScreen });

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    shell.addChildren([
      overview,
      review,
      monitors,
      newMonitor,
      manyMonitors,
      sitemaps,
      newSitemap,
      sitemap,
      monitor,
      run,
      renders,
      newRender,
      job,
      presets,
      newPreset,
      preset,
      comparisons,
      newComparison,
      comparison,
      batches,
      newBatch,
      batch,
      crawls,
      newCrawl,
      crawl,
      schedules,
      newSchedule,
      schedule,
      deliveries,
      delivery,
      alerts,
      usage,
      access,
      newSignIn,
      signIn,
      keys,
      sessions,
      notFound,
    ]),
  ]),
  basepath: import.meta.env.BASE_URL,
  context: { queryClient },
  defaultPreload: "intent",
  // The query cache decides what is stale.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

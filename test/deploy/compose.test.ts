import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { CodecEnv, Env } from "#schemas/settings/env.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { parseSigningKey } from "#vault/signatures.ts";
import { readImportGraph, reachedFrom } from "#test/support/importGraph.ts";
import { taskQueues } from "#orders/messages.ts";
import { readCompose, root, type Service } from "./composeFile.ts";

const { services, secrets, networks } = readCompose();
const named = Object.entries(services);
const ours = named.filter(([, { image = "" }]) => image.startsWith("watchframe-"));
/** Services that run once and end. */
const once = new Set(["temporal-setup", "temporal-schema", "mongo-setup", "cli"]);

describe("docker-compose.yml: services", () => {
  /** The processes of ours that serve in a profile, by service. */
  const processesIn = (profile: string) =>
    Object.fromEntries(
      ours
        .filter(([name, { profiles = [profile] }]) => profiles.includes(profile) && !once.has(name))
        .map(([name, { deploy }]) => [name, deploy?.replicas ?? 1]),
    );
  const servers = ["temporal", "postgres", "mongo", "s3", "temporal-setup", "temporal-schema", "mongo-setup"];

  it("has in the profile full two API processes, two workers that render and one that orchestrates", () => {
    const workers = { "worker-render": 2, "worker-orchestration": 1 };
    expect(processesIn("full")).to.deep.equal({ api: 1, "api-second": 1, ...workers, codec: 1, mail: 1 });
    // Caddy looks the API's processes up by one name.
    expect(services["api-second"]?.networks).to.deep.equal({ inside: { aliases: ["api"] }, outside: {} });
    for (const name of ["proxy", "temporal-ui"]) expect(services[name]?.profiles, name).to.include("full");
  });

  it("has in the profile small one API process and one worker, without codec server and Temporal's UI", () => {
    expect(processesIn("small")).to.deep.equal({ api: 1, worker: 1, mail: 1 });
    expect(services["proxy"]?.profiles).to.include("small");
    expect(services["temporal-ui"]?.profiles).to.deep.equal(["full"]);
  });

  it("has the servers in each profile", () => {
    for (const name of servers) expect(services[name]?.profiles, name).to.equal(undefined);
  });

  it("has each task queue worked on by some worker in each profile", () => {
    const worked = (names: string[]) =>
      names.flatMap((name) => services[name]?.environment?.["WATCHFRAME_WORKER_QUEUES"]?.split(",") ?? []);
    const queues = Object.values(taskQueues).toSorted();
    expect(worked(["worker-render", "worker-orchestration"]).toSorted()).to.deep.equal(queues);
    // Without the setting, a worker works on all.
    expect(worked(["worker"])).to.deep.equal([]);
  });

  it("gives the services of both profiles the same settings, apart from queues", () => {
    const { WATCHFRAME_WORKER_QUEUES: _queues, ...orchestration } = services["worker-orchestration"]?.environment ?? {};
    expect(services["worker"]?.environment).to.deep.equal({ ...orchestration, WATCHFRAME_BROWSER_CONCURRENCY: "4" });
    expect(services["api-second"]?.environment).to.deep.equal(services["api"]?.environment);
  });

  it("checks the proxy's health on its own port under any host name, and keeps its certificates", () => {
    const { healthcheck, volumes, tmpfs } = services["proxy"] ?? {};
    const sites = readFileSync(join(root, "deploy/compose/Caddyfile"), "utf8").match(/^\S*:\d+(?= \{$)/gm) ?? [];
    expect(sites).to.deep.equal([":3000", "http://127.0.0.1:2020"]);
    expect(healthcheck?.test.at(-1)).to.equal(`${sites[1]}/health/live`);
    expect([volumes?.includes("caddy:/data"), tmpfs?.includes("/data")]).to.deep.equal([true, false]);
  });

  it("waits only for existing services, and for health only with a check", () => {
    for (const [name, { depends_on: needs = {} }] of named) {
      for (const [other, { condition }] of Object.entries(needs)) {
        expect(services, name).to.have.property(other);
        if (condition === "service_healthy") expect(services[other]?.healthcheck, other).to.be.an("object");
        if (condition === "service_completed_successfully") expect(once.has(other), other).to.equal(true);
      }
    }
  });

  it("mounts only existing files", () => {
    const paths = named.flatMap(([, { volumes = [] }]) => volumes.filter((volume) => volume.startsWith("./")));
    for (const volume of paths)
      expect(statSync(join(root, volume.split(":")[0] ?? "")).isFile(), volume).to.equal(true);
    for (const name of ["worker", "worker-render"])
      expect(services[name]?.security_opt, name).to.include("seccomp=deploy/seccomp-chromium.json");
  });
});

describe("docker-compose.yml: images and users", () => {
  for (const [name, service] of named) {
    it(`${name}: an exact image, a restart policy, no new privileges, limits and a health check`, () => {
      const { image = "", restart, deploy, healthcheck, security_opt: options = [], cap_drop: dropped } = service;
      expect(image).to.match(/:(local|[v\d][\w.-]*\d(-[\w.-]+)?(@sha256:[0-9a-f]{64})?)$/);
      expect(restart).to.equal(name === "cli" ? "no" : once.has(name) ? "on-failure:5" : "unless-stopped");
      expect(options).to.include("no-new-privileges:true");
      expect(dropped).to.deep.equal(["ALL"]);
      if (name === "cli") return;
      expect(deploy?.resources?.limits).to.have.keys("cpus", "memory", "pids");
      if (!once.has(name)) expect(healthcheck?.test.length).to.be.greaterThan(1);
    });
  }

  for (const [name, { read_only: readOnly, user, tmpfs }] of ours) {
    it(`${name}: a root that cannot be written, and a user who is not root`, () => {
      expect(readOnly).to.equal(true);
      expect(tmpfs?.length).to.be.greaterThan(0);
      expect(user, "the image's own").to.equal(undefined);
    });
  }

  it("runs no image as root", () => {
    const stages = readFileSync(join(root, "Dockerfile"), "utf8").split(/^FROM /m);
    for (const target of new Set(["watchframe", ...ours.map(([, { build }]) => build?.target ?? "api")])) {
      const stage = stages.find((text) => text.split("\n")[0]?.endsWith(`AS ${target}`)) ?? "";
      expect(stage.match(/^USER .*$/gm)?.at(-1), target).to.equal("USER 10001:10001");
    }
  });

  it("runs images with every folder that their programs import", () => {
    const stages = readFileSync(join(root, "Dockerfile"), "utf8").split(/^FROM /m);
    const under: Readonly<Record<string, string[]>> = { console: ["packages"], watchframe: ["base", "worker"] };
    const copied = (target: string) =>
      [...(under[target] ?? ["base"]), target].flatMap((name) => {
        const stage = stages.find((text) => text.split("\n")[0]?.endsWith(`AS ${name}`)) ?? "";
        return [...stage.matchAll(/^COPY (\S+) \.\/\1$/gm)].map(([, room]) => room);
      });
    const programs: [target: string, entry: string][] = [
      ["api", "api/main.ts"],
      ["api", "temporal-config/main.ts"],
      ["api", "temporal-config/codecMain.ts"],
      ["worker", "worker/main.ts"],
      ["worker", "workflows/index.ts"],
      ["tools", "stack/cli.ts"],
      ["tools", "stack/mail/main.ts"],
      ["console", "console/main.tsx"],
      ["servers", "stack/serversMain.ts"],
      ["watchframe", "stack/main.ts"],
      ["watchframe", "stack/cli.ts"],
      ["watchframe", "stack/mail/main.ts"],
      ["watchframe", "api/main.ts"],
      ["watchframe", "worker/main.ts"],
    ];
    const graph = readImportGraph(root);
    for (const [target, entry] of programs) {
      const files = [...reachedFrom(graph, entry)].filter((file) => graph.has(file));
      const rooms = new Set(files.map((file) => file.split("/")[0]));
      expect(copied(target), entry).to.include.members([...rooms]);
    }
  });

  it("keeps compiled code of the single container on its volume, which outlives the container", () => {
    const stage =
      readFileSync(join(root, "Dockerfile"), "utf8")
        .split(/^FROM /m)
        .at(-1) ?? "";
    const volume = /^VOLUME (\S+)$/m.exec(stage)?.[1];
    expect(/NODE_COMPILE_CACHE=(\S+)/.exec(stage)?.[1]).to.equal(`${volume}/compiled`);
  });

  it("gives Chromium the means for its sandbox, and nothing that weakens it", () => {
    type Rule = { names: string[]; action: string; args?: unknown };
    const text = readFileSync(join(root, "deploy/seccomp-chromium.json"), "utf8");
    const profile: { defaultAction: string; syscalls: Rule[] } = JSON.parse(text);
    expect(profile.defaultAction).to.equal("SCMP_ACT_ERRNO");
    const allowed = profile.syscalls.filter(({ action }) => action === "SCMP_ACT_ALLOW").flatMap(({ names }) => names);
    expect(allowed).to.include.members(["clone", "unshare", "chroot", "seccomp"]);
    const kept = "mount umount2 pivot_root setns ptrace process_vm_readv process_vm_writev bpf perf_event_open keyctl";
    const alsoKept =
      "add_key request_key userfaultfd io_uring_setup open_by_handle_at init_module finit_module kexec_load";
    for (const call of [...kept.split(" "), ...alsoKept.split(" "), "reboot", "swapon", "syslog"])
      expect(allowed).to.not.include(call);
    const sockets = profile.syscalls.filter(({ names }) => names.includes("socket"));
    expect(sockets.every(({ args }) => args !== undefined)).to.equal(true);
  });
});

describe("docker-compose.yml: secrets and networks", () => {
  it("names only existing settings, and no secret in clear", () => {
    const known = new Set(Object.keys({ ...Env.properties, ...CodecEnv.properties }));
    const secret = /RING|SIGNING|TOKEN|SECRET|ACCESS_KEY|MONGO_URL/;
    for (const [name, { environment = {} }] of ours) {
      for (const setting of Object.keys(environment)) {
        expect(known.has(setting.replace(/_FILE$/, "")), `${name}: ${setting}`).to.equal(true);
        if (secret.test(setting)) expect(setting, name).to.match(/_FILE$/);
      }
    }
  });

  it("gives each service the secrets it reads, and no others", () => {
    for (const [name, service] of named) {
      const read = new Set(
        [...JSON.stringify(textOf(service)).matchAll(/\/run\/secrets\/(\w+)/g)].map(([, file]) => file),
      );
      expect(service.secrets ?? [], name).to.have.members([...read]);
    }
    const mounted = new Set(named.flatMap(([, service]) => service.secrets ?? []));
    expect([...mounted].toSorted()).to.deep.equal(Object.keys(secrets).toSorted());
  });

  const basic = ["payload_key_ring", "mongo_url", "s3_access_key_id", "s3_secret_access_key", "key_ring"];
  const walls: [name: string, secrets: string[], networks: string[]][] = [
    ["proxy", [], ["inside", "edge"]],
    ["api", [...basic, "signing_key", "smtp_url", "postmark_token", "postmark_webhook_auth"], ["inside", "outside"]],
    [
      "api-second",
      [...basic, "signing_key", "smtp_url", "postmark_token", "postmark_webhook_auth"],
      ["inside", "outside"],
    ],
    ["worker", [...basic, "signing_key", "smtp_url", "postmark_token"], ["inside", "outside"]],
    ["worker-render", basic, ["render", "pages"]],
    ["worker-orchestration", [...basic, "signing_key", "smtp_url", "postmark_token"], ["inside", "outside"]],
    ["codec", ["payload_key_ring"], ["edge"]],
    ["mail", [], ["inside", "edge"]],
    ["cli", ["mongo_url", "key_ring", "payload_key_ring", "smtp_url", "postmark_token"], ["inside", "outside"]],
    ["temporal-setup", ["payload_key_ring"], ["inside"]],
    ["temporal", ["postgres_password"], ["inside", "render"]],
    ["temporal-schema", ["postgres_password"], ["inside"]],
    ["temporal-ui", [], ["inside", "edge"]],
    ["postgres", ["postgres_password"], ["inside"]],
    ["mongo", ["mongo_keyfile", "mongo_root_password"], ["inside", "render"]],
    ["mongo-setup", ["mongo_root_password", "mongo_url"], ["inside"]],
    ["s3", ["s3_access_key_id", "s3_secret_access_key"], ["inside", "render"]],
  ];
  for (const [name, files, joined] of walls) {
    it(`${name}: has only the secrets and the networks that it needs`, () => {
      expect(services[name]?.secrets ?? []).to.have.members(files);
      expect(networksOf(services[name])).to.deep.equal(joined);
    });
  }

  it("keeps databases and Temporal off every outgoing network, and opens ports on loopback only", () => {
    expect(walls.map(([name]) => name)).to.have.members(Object.keys(services));
    for (const name of ["inside", "render"]) expect(networks[name]?.internal, name).to.equal(true);
    expect(networks["pages"]?.driver_opts).to.deep.equal({ "com.docker.network.bridge.enable_icc": "false" });
    for (const name of ["postgres", "mongo", "s3", "temporal"]) {
      expect(["inside", "render"], name).to.include.members(networksOf(services[name]));
    }
    for (const [name, { ports = [] }] of named) {
      for (const port of ports) expect(port, name).to.match(/^127\.0\.0\.1:/);
    }
  });

  it("gets secrets from one command, which never replaces one", () => {
    const folder = mkdtempSync(join(tmpdir(), "watchframe-secrets-"));
    const make = () => execFileSync(join(root, "deploy/compose/secrets.sh"), [folder], { encoding: "utf8" });
    try {
      make();
      const read = () =>
        Object.fromEntries(readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]));
      const made = read();
      expect(Object.keys(made).toSorted()).to.deep.equal(Object.keys(secrets).toSorted());
      expect((statSync(folder).mode & 0o777).toString(8)).to.equal("700");
      parseKeyRing(String(made["key_ring"]).trim());
      parseKeyRing(String(made["payload_key_ring"]).trim());
      parseSigningKey(String(made["signing_key"]).trim());
      expect(make()).to.equal("");
      expect(read()).to.deep.equal(made);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** The names of a service's networks. */
function networksOf({ networks: joined = [] }: Service = {}): string[] {
  return Array.isArray(joined) ? joined : Object.keys(joined);
}

/** The parts of a service that may name a secret's file: its commands, its settings and the scripts it mounts. */
function textOf({ entrypoint, command, environment, volumes = [] }: Service): unknown {
  const scripts = volumes.flatMap((volume) => {
    const [from = "", to = ""] = volume.split(":");
    return from.startsWith("./deploy/") && JSON.stringify(entrypoint ?? "").includes(to)
      ? [readFileSync(join(root, from), "utf8").replaceAll(/secret\("(\w+)"\)/g, "/run/secrets/$1")]
      : [];
  });
  return { entrypoint, command, environment, scripts };
}

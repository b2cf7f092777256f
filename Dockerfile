# Four images: `api` without a browser, `worker` with one, `tools` for the operator's command line and the mail catcher,
# and `watchframe`, which is all of it with its servers for one machine.
# The digest is that of the tag's multi-platform index. Change tag and digest together.
ARG NODE_IMAGE=node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
# Go builds the database, which has changes of its own. Of the others there are releases.
ARG GO_IMAGE=golang:1.25-bookworm@sha256:3b4a11519ad929d1e1d261a12cff056f0c85b735253d7d861346b9c6f8b36437

FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc .puppeteerrc.cjs ./
COPY clients/typescript/package.json ./clients/typescript/
COPY clients/cli/package.json ./clients/cli/
# Peers of the root are for the console's build and the command line of a checkout.
# Install scripts of packages do not run. The npm package `node` is for developers' machines; the image has its own.
# Temporal's SDK has its core for five systems. The four others, 110 MB, are deleted.
RUN npm ci --omit=dev --omit=peer --ignore-scripts && npm cache clean --force && rm -rf node_modules/node node_modules/.bin/node \
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} +

FROM ${NODE_IMAGE} AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY clients/typescript/package.json ./clients/typescript/
COPY clients/cli/package.json ./clients/cli/
RUN npm ci --omit=dev --ignore-scripts
COPY console ./console
COPY clients ./clients
COPY schemas ./schemas
COPY rules ./rules
COPY tsconfig.json ./
RUN node node_modules/vite/bin/vite.js build --config console/vite.config.ts

FROM ${NODE_IMAGE} AS base
ENV NODE_ENV=production
RUN apt-get update && apt-get install -y --no-install-recommends tini ca-certificates && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --create-home watchframe
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY schemas ./schemas
COPY rules ./rules
COPY orders ./orders
COPY vault ./vault
COPY egress ./egress
COPY markup ./markup
COPY async ./async
COPY telemetry ./telemetry
COPY data ./data
COPY temporal-config ./temporal-config
COPY workflows ./workflows
ENTRYPOINT ["/usr/bin/tini", "--"]

FROM base AS api
# The preview of a message is written like the message.
COPY activities ./activities
COPY mcp ./mcp
COPY clients ./clients
COPY api ./api
COPY docs ./docs
COPY --from=console /app/console/dist ./console/dist
USER 10001:10001
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/live').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["node", "api/main.ts"]

FROM base AS tools
COPY activities ./activities
COPY stack ./stack
USER 10001:10001
CMD ["node", "stack/cli.ts"]

FROM base AS bundle
COPY activities ./activities
COPY worker ./worker
# Builds the workflow bundles once, without and with traces. So every worker of a deployment runs the same code.
RUN node -e "import('/app/worker/bundle.ts').then(async ({workflowBundle})=>{await workflowBundle();await workflowBundle({traced:true})})"

FROM base AS worker
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell ffmpeg fonts-liberation fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji libnss3-tools \
  && rm -rf /var/lib/apt/lists/* && install -d -o 10001 -g 10001 /scratch
COPY activities ./activities
COPY worker ./worker
COPY --from=bundle /app/node_modules/.cache/watchframe ./node_modules/.cache/watchframe
# Threads process pictures. By default glibc gives each thread its own arena and never frees it.
ENV MALLOC_ARENA_MAX=2
ENV WATCHFRAME_CHROME_PATH=/usr/lib/chromium/chromium-headless-shell WATCHFRAME_FFMPEG=/usr/bin/ffmpeg WATCHFRAME_SCRATCH_DIR=/scratch WATCHFRAME_HEALTH_PORT=8082
USER 10001:10001
EXPOSE 8082
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8082/health/ready').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["node", "worker/main.ts"]

FROM ${GO_IMAGE} AS go

FROM base AS servers
COPY activities ./activities
COPY stack ./stack
COPY --from=go /usr/local/go /usr/local/go
ENV WATCHFRAME_CACHE=/servers PATH=/usr/local/go/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN node stack/serversMain.ts && chmod -R a+rX /servers && rm -rf /root/go /root/.cache

FROM worker AS watchframe
USER root
RUN install -d -o 10001 -g 10001 /data
COPY mcp ./mcp
COPY clients ./clients
COPY api ./api
COPY docs ./docs
COPY stack ./stack
COPY --from=console /app/console/dist ./console/dist
COPY --from=servers /servers /servers
ENV WATCHFRAME_CONTAINER=1 WATCHFRAME_CACHE=/servers WATCHFRAME_HOME=/data WATCHFRAME_HOST=0.0.0.0 NODE_COMPILE_CACHE=/data/compiled
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["node", "stack/main.ts"]

# One source, two images: `api` without a browser, `worker` with one.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc .puppeteerrc.cjs ./
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production
RUN apt-get update && apt-get install -y --no-install-recommends tini ca-certificates && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 10001 --create-home watchframe
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY schemas ./schemas
COPY vault ./vault
COPY egress ./egress
COPY markup ./markup
COPY telemetry ./telemetry
COPY data ./data
COPY temporal-config ./temporal-config
COPY workflows ./workflows
ENTRYPOINT ["/usr/bin/tini", "--"]

FROM base AS api
COPY api ./api
USER watchframe
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/live').then(({ok})=>process.exit(ok?0:1),()=>process.exit(1))"]
CMD ["node", "api/main.ts"]

FROM base AS worker
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
  && rm -rf /var/lib/apt/lists/*
COPY activities ./activities
COPY worker ./worker
# The workflow bundle is built once here, so that every worker of a deployment runs the very same code.
RUN mkdir -p node_modules/.cache/watchframe \
  && node -e "import('/app/worker/bundle.ts').then(({workflowBundle})=>workflowBundle({cacheDirectory:'/app/node_modules/.cache/watchframe'}))"
ENV WATCHFRAME_CHROME_PATH=/usr/lib/chromium/chromium-headless-shell WATCHFRAME_SCRATCH_DIR=/scratch
RUN mkdir /scratch && chown watchframe /scratch
USER watchframe
CMD ["node", "worker/main.ts"]

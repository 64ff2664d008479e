# One image for every server. It builds the app, so that nothing is built where it runs.
FROM node:24-bookworm-slim AS build
WORKDIR /wheelbook
COPY package.json package-lock.json .npmrc* ./
RUN npm ci --no-audit --no-fund
COPY . .
# The commit, because the build has no git. The app and heartbeats report it.
ARG WHEELBOOK_BUILD
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_PORT=9464 METRICS_HOST=0.0.0.0 DATA_FOLDER=/data
WORKDIR /wheelbook
COPY --from=build /wheelbook/package.json ./
COPY --from=build /wheelbook/node_modules ./node_modules
COPY --from=build /wheelbook/dist ./dist
COPY --from=build /wheelbook/contract ./contract
COPY --from=build /wheelbook/domain ./domain
COPY --from=build /wheelbook/locales ./locales
COPY --from=build /wheelbook/brands ./brands
COPY --from=build /wheelbook/server ./server
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 3000
# A start may migrate a large database. During the start period, a failure does not make the container unhealthy, which would end
# `docker compose up --wait` (docs/operate.md).
HEALTHCHECK --interval=10s --timeout=5s --start-period=900s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1 and handles SIGTERM itself. The option limits the memory for short-lived objects.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=100", "server/main.ts"]

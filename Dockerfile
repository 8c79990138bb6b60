# Laurel's images. `app` serves the site, migrates the database and runs the commands; `backup` is the same program with
# PostgreSQL's tools. For amd64 and arm64: docker buildx build --platform linux/amd64,linux/arm64 .
ARG NODE_IMAGE=node:24-bookworm-slim
ARG POSTGRES_IMAGE=postgres:17

FROM ${NODE_IMAGE} AS tools
ENV CI=true
WORKDIR /repository
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
# The version of pnpm that package.json names, installed outside the repository.
RUN --mount=type=cache,target=/root/.npm \
    npm install --prefix /opt/pnpm --no-fund --no-audit --loglevel=error "$(node -p "require('./package.json').packageManager")"
ENV PATH=/opt/pnpm/node_modules/.bin:$PATH

FROM tools AS build
COPY . .
RUN --mount=type=cache,target=/store \
    pnpm install --frozen-lockfile --ignore-scripts --store-dir /store --package-import-method copy \
      --filter '@laurel/api...' --filter '@laurel/web...' --filter '@laurel/console...' \
 && pnpm --filter @laurel/database generate \
 && pnpm --filter @laurel/web --filter @laurel/console build \
 && pnpm --filter @laurel/api build

FROM tools AS production
COPY . .
RUN --mount=type=cache,target=/store \
    pnpm install --prod --frozen-lockfile --ignore-scripts --store-dir /store --package-import-method copy \
      --filter '@laurel/api...' \
 && sh deploy/image/trim.sh

FROM ${NODE_IMAGE} AS system
WORKDIR /app
COPY --from=production /repository/trimmed ./
COPY --from=build /repository/apps/api/dist apps/api/dist
COPY --from=build /repository/apps/web/dist apps/web/dist
COPY --from=build /repository/apps/console/dist apps/console/dist
RUN find . -name '*.map' -delete
COPY deploy/image /image
RUN sh /image/system.sh /system && install -m 755 /image/laurel.js /usr/local/bin/laurel

# Contains Node.js, its libraries and Laurel. No shell, no package manager and nothing else that needs updates.
FROM scratch AS app
ARG VERSION=0.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="Laurel" \
      org.opencontainers.image.description="Self-hosted awards voting" \
      org.opencontainers.image.licenses="AGPL-3.0-only" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
COPY --from=system /system /
COPY --from=system /usr/local/bin/laurel /usr/local/bin/laurel
COPY --from=system /app /app
ENV PATH=/usr/local/bin NODE_ENV=production HOST=0.0.0.0 PORT=8080 CONSOLE_PORT=8081 METRICS_PORT=9464 DATA_DIR=/data
WORKDIR /app
USER 1000:1000
EXPOSE 8080 8081 9464
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The flags of apps/api/flags.json.
CMD ["node", "--max-semi-space-size=4", "apps/api/dist/main.js"]

# Libraries and locales come from PostgreSQL's image: a restored cluster needs the same collations as the original.
FROM ${POSTGRES_IMAGE} AS postgres-system
COPY --from=system /usr/local/bin/node /usr/local/bin/laurel /usr/local/bin/
COPY --from=system /app /app
COPY deploy/image /image
RUN sh /image/system.sh /system && sh /image/postgres.sh /system

FROM scratch AS backup
LABEL org.opencontainers.image.title="Laurel backup" org.opencontainers.image.licenses="AGPL-3.0-only"
COPY --from=postgres-system /system /
COPY --from=system /usr/local/bin/laurel /usr/local/bin/laurel
COPY --from=system /app /app
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production
WORKDIR /app
USER postgres
CMD ["laurel", "backup", "run"]

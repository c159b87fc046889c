# The image of a site: docs/container.md. The base is named by its tag, so that rebuilding brings Node's and Debian's fixes; for
# builds that are the same byte for byte, add the digest: node:24-slim@sha256:…
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
# By this variable Next writes its standalone output, of which npm start has no use elsewhere. Any user can run the image,
# even if only one could read the sources.
RUN NEXT_PRIVATE_STANDALONE=1 NEXT_TELEMETRY_DISABLED=1 npm run build \
 && node --conditions=react-server --import ./scripts/typescript.mjs scripts/image.ts /image \
 && chmod -R a+rX /image \
 && mv /image/node_modules /packages

FROM node:24-slim
# HOSTNAME is where Next's server listens; without this it would be the container's name. HOME is for npm, which runs commands
# for no user without one; the site needs none.
ENV NODE_ENV=production HOSTNAME=0.0.0.0 HOME=/tmp DATA_DIR=/data/foyer
# A volume gets this folder's mode, so any user who runs the image can create a folder in it.
RUN mkdir -m 1777 /data
WORKDIR /app
# Packages first: a release that changes none has this layer from the last one.
COPY --from=build /packages ./node_modules
COPY --from=build /image ./
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "scripts/health.mjs"]
ENTRYPOINT []
# As in the README: npm would keep SIGTERM from Node.
CMD ["node", "--conditions=react-server", "--import", "./scripts/typescript.mjs", "scripts/start.ts"]

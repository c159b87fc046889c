import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  agentRules: false,
  // Unused, and anyone could fill the disk: each made-up URL (`#1`, `#2`, …) left a folder.
  images: { unoptimized: true },
  experimental: {
    agentUpgrade: false,
    // No body should reach the middleware (`lib/server/http/request-guards`). If one does, Next buffers only
    // this much and silently drops the rest, so nothing past the middleware may read a body.
    proxyClientMaxBodySize: 1024,
    // No stylesheet blocks the first paint (docs/decisions/http.md). Policies name the styles by their hashes.
    inlineCss: true,
    // Few sheets, so few hashes, and little on a page that it doesn't need.
    cssChunking: { type: 'graph', requestCost: 2000, weightDistribution: 0.5 },
  },
  // PGlite loads its WASM from a file next to its code, which a bundle wouldn't find.
  serverExternalPackages: ['@electric-sql/pglite'],
  // `npm run check` checks types; starting the site shouldn't have to wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
}

export default config

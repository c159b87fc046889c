import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  agentRules: false,
  // Nothing uses it, and each address that a stranger made up, `#1`, `#2` …, left a folder on the disk.
  images: { unoptimized: true },
  experimental: {
    agentUpgrade: false,
    // No body should reach the middleware (`lib/server/http/before-next`). Of one that does, Next keeps this much; it cuts off the rest
    // without a word, so nothing may be read that has passed there.
    proxyClientMaxBodySize: 1024,
    // Styles come with what needs them: the cookie banner's not with every page.
    cssChunking: { type: 'graph', requestCost: 200, weightDistribution: 0.5 },
  },
  // Its program is a file beside its code, which a bundle would not find.
  serverExternalPackages: ['@electric-sql/pglite'],
  // `npm run check` checks the types of the whole project; whoever starts the site need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
}

export default config

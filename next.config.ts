import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  agentRules: false,
  experimental: {
    agentUpgrade: false,
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

import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  agentRules: false,
  experimental: { agentUpgrade: false },
  // Its program is a file beside its code, which a bundle would not find.
  serverExternalPackages: ['@electric-sql/pglite'],
  // `npm run check` checks the types of the whole project; whoever starts the site need not wait for it.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
}

export default config

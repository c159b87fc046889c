import type { NextConfig } from 'next'
import {
  documentHeaders,
  hstsHeader,
  plainHeaders,
  policyHeader,
  secretAddressHeader,
} from './lib/http/security-headers'
import { responsePolicy } from './lib/http/standalone'
import { firebasePrefix } from './lib/site/api-routes'
import { paths } from './lib/site/routes'

const config: NextConfig = {
  poweredByHeader: false,
  agentRules: false,
  // For `npm run logs`. `scripts/post-build.ts` moves them to where nothing is served.
  productionBrowserSourceMaps: true,
  // Unused, and anyone could fill the disk: each made-up URL (`#1`, `#2`, …) left a folder.
  images: { unoptimized: true },
  headers: describeHeaders,
  experimental: {
    agentUpgrade: false,
    // With it, `next dev` failed at times: "task is missing in memory or persistent storage".
    turbopackFileSystemCacheForDev: false,
    // No body should reach the middleware (`lib/server/front`). If one does, Next buffers only
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

type HeaderRule = Awaited<ReturnType<NonNullable<NextConfig['headers']>>>[number]

/**
 * The headers that are the same for all responses of a kind. A page's policy isn't here, as Next would send both, but in
 * the middleware and in the files of prerendered pages (`scripts/post-build.ts`). Firebase's pages have headers of their own.
 */
async function describeHeaders(): Promise<HeaderRule[]> {
  const closed = [[policyHeader, responsePolicy()]] as const
  return [
    rule(`/((?!${firebasePrefix.slice(1)}).*)`, plainHeaders),
    rule(`/((?!${firebasePrefix.slice(1)}|api/|_next/static/).*)`, documentHeaders),
    ...noPages.map((source) => rule(source, closed)),
    rule(paths.authAction, [secretAddressHeader]),
    // Not on localhost, where it would apply to every port (RFC 6797). Where a proxy sends a `Host` of its own, the front
    // knows the site's.
    { ...rule('/:path*', [hstsHeader]), has: [overHttps], missing: [onThisMachine] },
  ]
}

/** Where handlers and files are. A page there would have two policies. */
const noPages = [
  ...[
    '/api/:path*',
    '/builds/:path*',
    '/_next/static/:path*',
    '/.well-known/:path*',
    '/:path*/_payload.json',
  ],
  '/:file([\\w-]+\\.(?:ico|svg|png|txt|xml|webmanifest))',
]
const overHttps = { type: 'header', key: 'x-forwarded-proto', value: 'https' } as const
const onThisMachine = { type: 'host', value: '(?:.*\\.)?localhost|127\\..*|\\[.*' } as const

function rule(source: string, headers: ReadonlyArray<readonly [string, string]>): HeaderRule {
  return { source, headers: headers.map(([key, value]) => ({ key, value })) }
}

/** The route rules published with each build. */

import { personalHeaders } from '@/lib/http/security-headers'
import { pages } from '@/lib/site/pages'
import type { Page } from '@/lib/site/room'

type RouteRule = {
  isStatic: boolean
  needsSession: boolean
  /** The page's `Cache-Control`. */
  cache: string
}

/** The rules by page pattern. Throws on an unknown guard, which fails the build. */
export function routeRules(table: readonly Page[] = pages): Readonly<Record<string, RouteRule>> {
  return Object.fromEntries(table.map((page) => [page.pattern, ruleOf(page)]))
}

const guards: readonly Page['guard'][] = ['none', 'session', 'signed-out']

/** What Next sends for a prerendered page. */
const prerenderedCache = 's-maxage=31536000'

function ruleOf({ name, rendering, guard }: Page): RouteRule {
  if (!guards.includes(guard))
    throw new Error(`The page '${name}' has an unknown guard: '${guard}'. Known guards: ${guards.join(', ')}`)
  const isStatic = rendering === 'static'
  return {
    isStatic,
    needsSession: guard === 'session',
    cache: isStatic ? prerenderedCache : personalHeaders['cache-control'],
  }
}

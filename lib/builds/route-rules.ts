/** What a build says of its pages to whoever loads it, made from the one route table. */

import { personalHeaders } from '@/lib/http/security-headers'
import { type Page, pages } from '@/lib/site/routes'

export type RouteRule = {
  isStatic: boolean
  needsSession: boolean
  /** The `Cache-Control` of the page. */
  cache: string
}

/** The rules by the patterns of the pages. Throws if the table names a guard that nobody knows; the build asks. */
export function routeRules(table: readonly Page[] = pages): Readonly<Record<string, RouteRule>> {
  return Object.fromEntries(table.map((page) => [page.pattern, ruleOf(page)]))
}

const guards: readonly Page['guard'][] = ['none', 'session', 'signed-out']

/** Next's own word for a page that is made once and stays as it is until the next build. */
const prerenderedCache = 's-maxage=31536000'

function ruleOf({ name, rendering, guard }: Page): RouteRule {
  if (!guards.includes(guard))
    throw new Error(
      `The page '${name}' has a guard nobody knows: '${guard}'. There are: ${guards.join(', ')}`,
    )
  const isStatic = rendering === 'static'
  return {
    isStatic,
    needsSession: guard === 'session',
    cache: isStatic ? prerenderedCache : personalHeaders['cache-control'],
  }
}

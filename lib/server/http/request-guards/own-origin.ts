import 'server-only'
import type { IncomingMessage } from 'node:http'
import { siteConfig } from '@/lib/config/config'
import { ownOrigin } from '@/lib/http/origin'

/** The site's own origin as seen by this visitor; null if the request names none. */
export function originOf({ headers }: IncomingMessage): string | null {
  const wanted = ['host', 'x-forwarded-host', 'x-forwarded-proto']
  const fields = wanted.map((name) => [name, String(headers[name] ?? '')] as [string, string])
  return ownOrigin(new Headers(fields), siteConfig().origin)
}

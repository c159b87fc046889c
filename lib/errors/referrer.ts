/** Where the link to a missing page is. */
import type { LogFields } from '@/lib/log/record'
import { scrubPath } from '@/lib/log/scrub'

/**
 * The `referrer` field: a path of this site, or another site's origin, followed by the path for bots only: what a person
 * read elsewhere is not ours to keep. Empty without a valid `Referer`.
 */
export function describeReferrer(
  { referrer, ownOrigin }: { referrer?: string | null; ownOrigin?: string | null },
  isBot: boolean,
): LogFields {
  // Browsers send no longer ones (Referrer Policy, section 8.4).
  if (!referrer || referrer.length > 4_096 || !URL.canParse(referrer)) return {}
  const { protocol, host, origin, pathname } = new URL(referrer)
  if (protocol !== 'https:' && protocol !== 'http:') return {}
  // By host: behind a proxy the site may not know that it is at https.
  const isOwn = typeof ownOrigin === 'string' && host === new URL(ownOrigin).host
  return { referrer: scrubPath(isOwn ? pathname : isBot ? origin + pathname : origin, maxReferrerLength) }
}

const maxReferrerLength = 200

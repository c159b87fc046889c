import 'client-only'
import { type MailLink, parseMailLink } from '@/lib/email-link'
import { routes, type SitePath } from '@/lib/site/routes'

/**
 * The code of a mailed link, out of the page's address: whoever looks at the screen, its history or a later request would have
 * it. It stays with this entry of the tab's history, so that a reload or Back finds it again; no other page and no server sees it.
 */

/**
 * Takes the code out of the address, once the router listens: it would put back what it does not know of. Returns the way to
 * stop.
 */
export function hideMailLink(link: MailLink, next: SitePath): () => void {
  const timer = setTimeout(() => {
    history.replaceState({ mailLink: link }, '', routes.authActionRead(link.mode, next))
  })
  return () => clearTimeout(timer)
}

/** The link that this entry of the history was opened with; null if there is none. */
export function keptMailLink(): MailLink | null {
  const { mailLink } = (history.state ?? {}) as { mailLink?: MailLink }
  return mailLink ? parseMailLink({ mode: mailLink.mode, oobCode: mailLink.code }) : null
}

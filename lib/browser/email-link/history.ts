import 'client-only'
import { type MailLink, parseMailLink, parseNonce } from '@/lib/email-link'
import { routes, type SitePath } from '@/lib/site/routes'

/**
 * Moves an email link's code and nonce from the URL, where they would show on screen, in history and in later requests, to the
 * history entry's state, so reload and Back still find them. Waits for the router to start, which would restore the URL. Returns a
 * cancel function.
 */
export function hideMailLink(link: MailLink, next: SitePath): () => void {
  const timer = setTimeout(() => {
    history.replaceState({ mailLink: link }, '', routes.authActionRead(link.mode, next))
  })
  return () => clearTimeout(timer)
}

/** The link this history entry was opened with, or null. */
export function mailLinkFromHistory(): MailLink | null {
  const { mailLink } = (history.state ?? {}) as { mailLink?: MailLink }
  const link = mailLink && parseMailLink({ mode: mailLink.mode, oobCode: mailLink.code })
  return link ? { ...link, nonce: parseNonce(mailLink.nonce) } : null
}

import 'client-only'
import { type MailLink, parseMailLink } from '@/lib/email-link'
import { routes, type SitePath } from '@/lib/site/routes'

/**
 * Moves an email link's code from the URL, where it would show on screen, in history and in later requests, to the history
 * entry's state, so reload and Back still find it. Waits for the router to start, which would restore the URL. Returns a
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
  return mailLink ? parseMailLink({ mode: mailLink.mode, oobCode: mailLink.code }) : null
}

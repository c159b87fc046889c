import type { MailCode } from '@/lib/browser/identity/firebase'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink } from '@/lib/email-link'
import type { SitePath } from '@/lib/site/routes'

export type OpenedLink = { config: PublicConfig; link: MailLink; next: SitePath; isSignedIn: boolean }

/** What each kind of link is given: `onExpired` for a code that is used or expired, `onUse` once it is on its way. */
export type MailLinkProps = OpenedLink & {
  read: MailCode | null
  onUse: () => void
  onExpired: (problem: string) => void
}

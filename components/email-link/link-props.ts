import type { MailCode } from '@/lib/browser/identity/firebase'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink } from '@/lib/email-link'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { SitePath } from '@/lib/site/routes'

export type OpenedLink = { config: PublicConfig; link: MailLink; next: SitePath; isSignedIn: boolean }

/** What each kind of link is given. */
export type MailLinkProps = OpenedLink & {
  read: MailCode | null
  /** Uses the link by this step; if it turns out to be expired or used already, the page shows that instead. */
  use: <Step extends { status: string; code?: IdentityErrorCode }>(step: () => Promise<Step>) => Promise<Step>
}

import type { MailCode } from '@/lib/browser/identity/firebase'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink } from '@/lib/email-link'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import type { SitePath } from '@/lib/site/routes'

export type OpenedLink = { config: PublicConfig; link: MailLink; next: SitePath; isSignedIn: boolean }

/** The props of each kind of link. */
export type MailLinkProps = OpenedLink & {
  read: MailCode | null
  /** Runs the step that consumes the link. If the link is expired or used, the page shows that instead. */
  use: <Step extends { status: string; code?: IdentityErrorCode }>(step: () => Promise<Step>) => Promise<Step>
}

import type { Metadata } from 'next'
import { MailLinkPage } from '@/components/email-link/email-link'
import { SecondFactorGate } from '@/components/second-factor/second-factor'
import { AuthLayout, SignInUnavailable } from '@/components/sign-in/auth-layout'
import { siteConfig } from '@/lib/config/config'
import { describeMailLink, mailLinkDestination, parseMailLink, parseMailMode } from '@/lib/email-link'
import { requestOrigin } from '@/lib/server/http/request'
import { requestSession } from '@/lib/server/session/current'
import { signInUnavailableReason } from '@/lib/server/session/session'

type Props = PageProps<'/auth/action'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const title = describeMailLink(parseMailMode((await searchParams).mode))
  return { title, robots: { index: false } }
}

/** The URL holds a code. The page removes it, so no request leaks it. */
export default async function MailLinkRoute({ searchParams }: Props) {
  const query = await searchParams
  const unavailableReason = await signInUnavailableReason()
  const { public: config } = siteConfig()
  return (
    <AuthLayout>
      {unavailableReason ? (
        <SignInUnavailable reason={unavailableReason} />
      ) : (
        <SecondFactorGate config={config}>
          <MailLinkPage
            config={config}
            mode={parseMailMode(query.mode)}
            link={parseMailLink(query)}
            next={mailLinkDestination(query, await requestOrigin())}
            isSignedIn={(await requestSession()).status === 'valid'}
          />
        </SecondFactorGate>
      )}
    </AuthLayout>
  )
}

import type { Metadata } from 'next'
import { BrokenMailLink, MailLinkFromHistory, MailLinkView } from '@/components/email-link/email-link'
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

/** The URL holds a code. The page removes it, so no request leaks it; `MailLinkFromHistory` finds it again. */
export default async function MailLinkPage({ searchParams }: Props) {
  const query = await searchParams
  const link = parseMailLink(query)
  const mode = parseMailMode(query.mode)
  const next = mailLinkDestination(query, await requestOrigin())
  const unavailableReason = await signInUnavailableReason()
  const isSignedIn = (await requestSession()).status === 'valid'
  const props = { config: siteConfig().public, next, isSignedIn }
  return (
    <AuthLayout>
      {unavailableReason && <SignInUnavailable reason={unavailableReason} />}
      {!unavailableReason && mode && (
        <SecondFactorGate config={props.config}>
          {link ? <MailLinkView {...props} link={link} /> : <MailLinkFromHistory {...props} mode={mode} />}
        </SecondFactorGate>
      )}
      {!unavailableReason && !mode && <BrokenMailLink next={next} />}
    </AuthLayout>
  )
}

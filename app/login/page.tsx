import type { Metadata } from 'next'
import { SecondFactorGate } from '@/components/second-factor/second-factor'
import { Agreement, AuthLayout, SignInUnavailable } from '@/components/sign-in/auth-layout'
import { describeNotice, doorwayState, sharedTitle } from '@/components/sign-in/notices'
import { SignIn } from '@/components/sign-in/sign-in'
import message from '@/components/ui/message.module.css'
import { siteConfig } from '@/lib/config/config'
import { publicConfigForRequest } from '@/lib/server/session/relying-party'
import { signInUnavailableReason } from '@/lib/server/session/session'
import * as brand from '@/lib/site/brand'
import { type LoginNotice, loginTitles, parseLoginMode, parseLoginNotice } from '@/lib/site/login-notice'
import { pageAt } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'
import type { SitePath } from '@/lib/site/routes'
import { socialCard } from '@/lib/site/well-known'

/**
 * Link previews of notes show this page's metadata, too, so it reveals nothing of the note. Static pages can't know
 * `SITE_URL`, so they have no image.
 */
export async function generateMetadata({ searchParams }: PageProps<'/login'>): Promise<Metadata> {
  const { mode, next, notice } = await searchParams
  const openGraph = { siteName: brand.name, images: socialCard(siteConfig().origin.siteUrl) }
  const destination = safeReturnPath(next)
  if (noticeFor(destination, notice) === 'shared') {
    const title = sharedTitle(sharedAt(destination))
    const description = 'Sign in to read it. It’s free.'
    return {
      title,
      description,
      robots: { index: false },
      openGraph: { ...openGraph, title, description },
    }
  }
  return { title: loginTitles[parseLoginMode(mode)], robots: { index: false }, openGraph }
}

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { next, notice } = await searchParams
  const destination = safeReturnPath(next)
  const name = noticeFor(destination, notice)
  const unavailableReason = await signInUnavailableReason()
  const config = await publicConfigForRequest()
  return (
    <AuthLayout state={doorwayState(name)}>
      {unavailableReason ? (
        <SignInUnavailable reason={unavailableReason} />
      ) : (
        <SecondFactorGate config={config}>
          <SignIn
            config={config}
            next={destination}
            notice={name && describeNotice(name, sharedAt(destination))}
            agreement={<Agreement />}
          >
            <p className={`${message.note} ${message.needsScript}`}>
              Sign-in needs JavaScript. Turn it on for this site and reload the page.
            </p>
          </SignIn>
        </SecondFactorGate>
      )}
    </AuthLayout>
  )
}

/** Why the visitor is here; a link that somebody shared has a notice of its own. */
function noticeFor(next: SitePath, notice: unknown): LoginNotice | null {
  return parseLoginNotice(notice) ?? (sharedAt(next) ? 'shared' : null)
}

/** What people share by a link to this page; undefined for others. */
function sharedAt(path: SitePath): string | undefined {
  return pageAt(path.split('?', 1)[0] ?? '')?.shares
}

import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SecondFactor } from '@/components/second-factor/second-factor'
import { DoorwayPage } from '@/components/sign-in/doorway-page'
import { doneNotices, notices } from '@/components/sign-in/notices'
import { SignIn } from '@/components/sign-in/sign-in'
import { SignInUnavailable } from '@/components/sign-in/unavailable'
import { siteConfig } from '@/lib/config/config'
import { signInObstacle } from '@/lib/server/http/request'
import { requestSession } from '@/lib/server/session/session'
import { parseLoginMode, parseLoginNotice } from '@/lib/site/login-notice'
import { pageAt } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'
import type { SitePath } from '@/lib/site/routes'
import { socialCard } from '@/lib/site/well-known'

/** Also for those who are shown a link that needs a session. Static pages can't know `SITE_URL`, so they have no picture. */
export async function generateMetadata({ searchParams }: PageProps<'/login'>): Promise<Metadata> {
  const mode = parseLoginMode((await searchParams).mode)
  const images = socialCard(siteConfig().origin.siteUrl)
  const title = mode === 'create' ? 'Create an account' : 'Sign in'
  return { title, robots: { index: false }, openGraph: { siteName: 'Foyer', images } }
}

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { next, notice } = await searchParams
  const goesTo = safeReturnPath(next)
  if ((await requestSession()).status === 'valid') redirect(goesTo)
  const name = parseLoginNotice(notice) ?? (isShare(goesTo) ? 'shared' : null)
  const obstacle = await signInObstacle()
  return (
    <DoorwayPage>
      {obstacle ? (
        <SignInUnavailable obstacle={obstacle} />
      ) : (
        <SecondFactor config={siteConfig().public}>
          <SignIn
            config={siteConfig().public}
            next={goesTo}
            notice={name && { name, words: notices[name], isDone: doneNotices.has(name) }}
          />
        </SecondFactor>
      )}
    </DoorwayPage>
  )
}

function isShare(path: SitePath): boolean {
  return pageAt(path.split('?', 1)[0] ?? '')?.name === 'share-uuid'
}

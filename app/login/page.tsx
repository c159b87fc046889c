import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { SecondFactor } from '@/components/second-factor/second-factor'
import { DoorwayPage } from '@/components/sign-in/doorway-page'
import { SignIn } from '@/components/sign-in/sign-in'
import { SignInUnavailable } from '@/components/sign-in/unavailable'
import { siteConfig } from '@/lib/config/config'
import { signInObstacle } from '@/lib/server/http/request'
import { requestSession } from '@/lib/server/session/session'
import { parseLoginMode, parseLoginNotice } from '@/lib/site/login-notice'
import { pageAt } from '@/lib/site/paths'
import { safeReturnPath } from '@/lib/site/return-path'
import type { SitePath } from '@/lib/site/routes'

export async function generateMetadata({ searchParams }: PageProps<'/login'>): Promise<Metadata> {
  const mode = parseLoginMode((await searchParams).mode)
  return { title: mode === 'create' ? 'Create an account' : 'Sign in', robots: { index: false } }
}

export default async function LoginPage({ searchParams }: PageProps<'/login'>) {
  const { next, notice } = await searchParams
  const goesTo = safeReturnPath(next)
  if ((await requestSession()).status === 'valid') redirect(goesTo)
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
            notice={parseLoginNotice(notice) ?? (isShare(goesTo) ? 'shared' : null)}
          />
        </SecondFactor>
      )}
    </DoorwayPage>
  )
}

function isShare(path: SitePath): boolean {
  return pageAt(path.split('?', 1)[0] ?? '')?.name === 'share-uuid'
}

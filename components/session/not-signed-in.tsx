import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { routes, type SitePath } from '@/lib/site/routes'

type Props = {
  next: SitePath
  /** A sign-in worked, and the browser kept nothing of it. */
  hasNoCookies?: boolean
}

/** For those who open a step of a sign-in that never began, or that their browser couldn't keep. */
export function NotSignedIn({ next, hasNoCookies = false }: Props) {
  return (
    <article className={prose.prose}>
      <h1>You’re not signed in</h1>
      <p className={prose.lead}>
        {hasNoCookies
          ? 'We couldn’t keep you signed in. Allow cookies for this site and try again.'
          : 'Sign in to continue.'}
      </p>
      <p>
        <a href={routes.loginThen(next)} className={button.primary}>
          Sign in
        </a>
      </p>
    </article>
  )
}

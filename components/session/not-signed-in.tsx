import button from '@/components/ui/button.module.css'
import prose from '@/components/ui/prose.module.css'
import { routes, type SitePath } from '@/lib/site/routes'

type Props = {
  next: SitePath
  /** The sign-in worked, but the browser kept no cookie. */
  hasNoCookies?: boolean
}

/** For a page of a sign-in that never started or whose cookie the browser didn't keep. */
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

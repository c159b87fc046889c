import type { SignInUnavailableReason } from '@/lib/identity/error'
import { routes } from '@/lib/site/routes'

const words: Record<SignInUnavailableReason, { title: string; text: string }> = {
  'not-configured': {
    title: 'Sign-in is not configured',
    text: 'No sign-in service is connected yet. Everything else works.',
  },
  'not-secure': {
    title: 'Sign-in needs https',
    text: 'This page was opened over plain http, which isn’t safe for passwords. Open the site with https:// instead.',
  },
}

/** Why sign-in is unavailable. */
export function SignInUnavailable({ reason }: { reason: SignInUnavailableReason }) {
  return (
    <>
      <h1>{words[reason].title}</h1>
      <p>{words[reason].text}</p>
      <p>
        <a href={routes.home}>Go to the home page</a>
      </p>
    </>
  )
}

'use client'
import { useSearchParams } from 'next/navigation'
import { type MouseEvent, useEffect } from 'react'
import { isForNewTab } from '@/components/ui/site-link'
import { type LoginMode, type LoginNotice, loginTitles, parseLoginMode } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'

/** What the form calls its buttons. */
export const formLabels = {
  'sign-in': { submit: 'Sign in', busy: 'Signing in…', other: 'New here? Create an account' },
  create: {
    submit: 'Create account',
    busy: 'Creating your account…',
    other: 'Already have an account? Sign in',
  },
}

/** The modes that send an email, in place of the form. */
export type EmailRequestMode = 'reset' | 'link'

/** Its title is shown in place of the form's own. */
type Shown = { name: LoginNotice; title?: string | undefined }

/** What the page does. Its address says so, so it can be shared, reloaded and left by Back. */
export function useLoginMode(next: SitePath, notice: Shown | null) {
  const mode = parseLoginMode(useSearchParams().get('mode'))
  const mail: EmailRequestMode | null = mode === 'reset' || mode === 'link' ? mode : null
  const title = (!mail && notice?.title) || loginTitles[mode]

  const addressOf = (mode: LoginMode) =>
    routes.loginAs({ mode, notice: notice?.name, next: next === routes.app ? undefined : next })

  useEffect(() => {
    document.title = `${title} · Foyer`
  }, [title])

  function setMode(to: LoginMode) {
    if (to !== mode) history.pushState(null, '', addressOf(to))
  }

  /** A link to another mode, followed by `go` unless it opens elsewhere. */
  const linkTo = (to: LoginMode, go = () => setMode(to)) => ({
    href: addressOf(to),
    onClick(event: MouseEvent) {
      if (isForNewTab(event)) return
      event.preventDefault()
      go()
    },
  })

  return { mode, mail, title, setMode, linkTo }
}

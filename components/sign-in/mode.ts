'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { type LoginMode, type LoginNotice, parseLoginMode } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'

/** What the form calls itself and its buttons, by mode. */
export const words = {
  'sign-in': {
    title: 'Sign in',
    submit: 'Sign in',
    busy: 'Signing in…',
    other: 'New here? Create an account',
  },
  create: {
    title: 'Create an account',
    submit: 'Create account',
    busy: 'Creating your account…',
    other: 'Already have an account? Sign in',
  },
} as const

/** Its title is shown in place of the form's own. */
type Shown = { name: LoginNotice; title?: string | undefined }

/** Which form it is. The address says so, so it can be shared, reloaded and left by Back. */
export function useLoginMode(next: SitePath, notice: Shown | null) {
  const mode = parseLoginMode(useSearchParams().get('mode'))
  const otherMode: LoginMode = mode === 'create' ? 'sign-in' : 'create'
  const title = notice?.title ?? words[mode].title

  const addressOf = (mode: LoginMode) =>
    routes.loginAs({ mode, notice: notice?.name, next: next === routes.app ? undefined : next })

  useEffect(() => {
    document.title = `${title} · Foyer`
  }, [title])

  function setMode(to: LoginMode) {
    if (to !== mode) history.pushState(null, '', addressOf(to))
  }

  return { mode, title, otherMode, addressOf, setMode }
}

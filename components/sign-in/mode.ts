'use client'
import { useSearchParams } from 'next/navigation'
import { useEffect } from 'react'
import { type LoginMode, type LoginNotice, parseLoginMode } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'
import { words } from './words'

/** Which form it is. The address says so, so it can be shared, reloaded and left by Back. */
export function useLoginMode(next: SitePath, notice: LoginNotice | undefined) {
  const mode = parseLoginMode(useSearchParams().get('mode'))
  const otherMode: LoginMode = mode === 'create' ? 'sign-in' : 'create'

  const addressOf = (mode: LoginMode) =>
    routes.loginAs({ mode, notice, next: next === routes.app ? undefined : next })

  useEffect(() => {
    document.title = `${words[mode].title} · Foyer`
  }, [mode])

  function setMode(to: LoginMode) {
    if (to !== mode) history.pushState(null, '', addressOf(to))
  }

  return { mode, otherMode, addressOf, setMode }
}

'use client'
import { useSearchParams } from 'next/navigation'
import { type MouseEvent, useEffect } from 'react'
import { isForNewTab } from '@/components/ui/site-link'
import * as brand from '@/lib/site/brand'
import { type LoginMode, type LoginNotice, loginTitles, parseLoginMode } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'

/** The modes that request an email. */
export type EmailRequestMode = 'reset' | 'link'

/** A notice's title replaces the form's. */
type TitledNotice = { name: LoginNotice; title?: string | undefined }

/** The page's mode. It's in the URL, so it can be shared, reloaded and left by Back. */
export function useLoginMode(next: SitePath, notice: TitledNotice | null) {
  const mode = parseLoginMode(useSearchParams().get('mode'))
  const requestMode: EmailRequestMode | null = mode === 'reset' || mode === 'link' ? mode : null
  const title = (!requestMode && notice?.title) || loginTitles[mode]

  const urlOf = (mode: LoginMode) =>
    routes.loginAs({ mode, notice: notice?.name, next: next === routes.app ? undefined : next })

  useEffect(() => {
    document.title = brand.pageTitle(title)
  }, [title])

  function setMode(to: LoginMode) {
    if (to !== mode) history.pushState(null, '', urlOf(to))
  }

  /** The props of a link to another mode. A click runs `open`, unless it opens a new tab. */
  const linkTo = (to: LoginMode, open = () => setMode(to)) => ({
    href: urlOf(to),
    onClick(event: MouseEvent) {
      if (isForNewTab(event)) return
      event.preventDefault()
      open()
    },
  })

  return { mode, requestMode, title, setMode, linkTo }
}

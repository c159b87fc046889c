'use client'
import { type ReactNode, useSyncExternalStore } from 'react'
import button from '@/components/ui/button.module.css'
import { SiteLink } from '@/components/ui/site-link'
import { sessionState } from '@/lib/browser/session/session'
import { routes } from '@/lib/site/routes'

/** The home page's buttons: sign in or sign up, or open your notes when signed in. */
export function HomeWays({ children }: { children?: ReactNode }) {
  const session = useSyncExternalStore(sessionState.subscribe, sessionState.current, () => null)
  if (!session?.signedIn) return children
  return (
    <SiteLink href={routes.app} className={button.primary}>
      Open your notes
    </SiteLink>
  )
}

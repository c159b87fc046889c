'use client'
import { usePathname } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { SiteLink } from '@/components/ui/site-link'
import { sessionState } from '@/lib/browser/session/session'
import { routes } from '@/lib/site/routes'

/** Static pages learn in the browser whether there is a session. */
export function SessionLink({ className }: { className?: string | undefined }) {
  const session = useSyncExternalStore(sessionState.subscribe, sessionState.current, () => null)
  if (usePathname() === routes.login) return null
  return (
    <SiteLink href={session?.signedIn ? routes.app : routes.login} className={className}>
      {session?.signedIn ? 'Your notes' : 'Sign in'}
    </SiteLink>
  )
}

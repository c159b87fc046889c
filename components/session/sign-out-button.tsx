'use client'
import { useState } from 'react'
import button from '@/components/ui/button.module.css'
import { useHydrated } from '@/components/ui/hydrated'
import { signOut, stillSignedIn } from '@/lib/browser/session/sign-out'
import type { PublicConfig } from '@/lib/config/config'
import { routes } from '@/lib/site/routes'
import { useUnsavedWarning } from './unsaved-warning'

/**
 * Ends the session. If the server cannot be told, the visitor learns that the session is still there. Before
 * the scripts have come it cannot be pressed, as a press would be lost without a word.
 */
export function SignOutButton({ config }: { config: PublicConfig }) {
  const isHydrated = useHydrated()
  const { mayLoseDrafts, dialog } = useUnsavedWarning()
  const [state, setState] = useState<'idle' | 'asking' | 'busy' | 'failed'>('idle')

  async function leave() {
    if (state === 'asking' || state === 'busy') return
    setState('asking')
    if (!(await mayLoseDrafts())) return setState('idle')
    setState('busy')
    if (await signOut(config)) return location.replace(routes.home)
    setState('failed')
  }

  return (
    <>
      <button
        type="button"
        className={button.quiet}
        onClick={leave}
        disabled={!isHydrated}
        aria-disabled={state === 'busy'}
      >
        {state === 'busy' ? 'Signing out…' : 'Sign out'}
      </button>
      <p role="alert">{state === 'failed' && stillSignedIn}</p>
      {dialog}
    </>
  )
}

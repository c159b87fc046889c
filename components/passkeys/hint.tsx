'use client'
import { useEffect, useRef, useState } from 'react'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { whenIdle } from '@/lib/browser/idle'
import { dismissPasskeyHint, isPasskeyHintDismissed } from '@/lib/browser/passkeys/hint'
import { lastUsedMethod } from '@/lib/browser/session/last-used'
import type { PublicConfig } from '@/lib/config/config'
import { passkeySection } from '@/lib/site/account-routes'

/**
 * Suggests a passkey after a sign-in by password, until the user has one or dismisses the hint. For the end of a page, as it
 * appears late.
 */
export function PasskeyHint({ config }: { config: PublicConfig }) {
  const [isShown, setShown] = useState(false)
  const container = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!config.passkeys || lastUsedMethod() !== 'password' || isPasskeyHintDismissed()) return
    const load = () => import('@/lib/browser/passkeys/account')
    return whenIdle(
      () =>
        void ifLoaded(load(), async ({ isPasskeySuggested }) => setShown(await isPasskeySuggested(config))),
    )
  }, [config])

  function dismiss() {
    dismissPasskeyHint()
    // The pressed button disappears, so the focus moves here.
    container.current?.focus()
    setShown(false)
  }

  return (
    <div ref={container} tabIndex={-1}>
      {isShown && (
        <aside aria-label="Passkeys" className={`row ${message.note} apart`}>
          <p>
            Sign in faster next time: <a href={passkeySection.path}>add a passkey</a>.
          </p>
          <button type="button" className={button.text} onClick={dismiss}>
            Don’t show this again
          </button>
        </aside>
      )}
    </div>
  )
}

'use client'
import { useEffect, useRef, useState } from 'react'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { whenIdle } from '@/lib/browser/idle'
import { dismissPasskeyHint, isPasskeyHintDismissed } from '@/lib/browser/passkeys/hint'
import { lastUsedWay } from '@/lib/browser/session/last-used'
import type { PublicConfig } from '@/lib/config/config'
import { passkeySection } from '@/lib/site/account-routes'
import styles from './hint.module.css'

/** Suggests a passkey after a sign-in by password, until there is one or the person dismisses it. At a page's end, as it comes late. */
export function PasskeyHint({ config }: { config: PublicConfig }) {
  const [isShown, setShown] = useState(false)
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!config.passkeys || lastUsedWay() !== 'password' || isPasskeyHintDismissed()) return
    const load = () => import('@/lib/browser/account/passkey-hint')
    return whenIdle(
      () =>
        void ifLoaded(load(), async ({ mayAddFirstPasskey }) => setShown(await mayAddFirstPasskey(config))),
    )
  }, [config])

  function dismiss() {
    dismissPasskeyHint()
    // The pressed button goes, and the focus with it.
    place.current?.focus()
    setShown(false)
  }

  return (
    <div ref={place} tabIndex={-1}>
      {isShown && (
        <aside aria-label="Passkeys" className={`${message.note} ${styles.hint}`}>
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

'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { leaveFor, unexpectedMessage, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import { EmailAddress } from '@/components/ui/email-address'
import message from '@/components/ui/message.module.css'
import { pressedKey } from '@/components/ui/pressed-key'
import { usePublicConfig } from '@/components/ui/public-config'
import { SiteLink } from '@/components/ui/site-link'
import { endSession, signOutFailed } from '@/lib/browser/session/ending'
import type { PublicConfig } from '@/lib/config/config'
import * as brand from '@/lib/site/brand'
import { routes } from '@/lib/site/routes'
import styles from './account-menu.module.css'
import { useUnsavedWarning } from './unsaved-warning'

export type AccountPanelProps = {
  name: string | null
  email: string | null
  /** Opens and closes the panel; gets the focus after Escape. */
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The user and their links. Closes on Escape and when a press or the focus is outside. */
export function AccountPanel({ name, email, button, onClose }: AccountPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const config = usePublicConfig()

  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    const hasDialog = () => panel.current?.querySelector('dialog[open]')
    const closeOutside = ({ target }: Event) => {
      const isInside = target instanceof Node && panel.current?.parentElement?.contains(target)
      if (!isInside && !hasDialog()) onClose()
    }
    document.addEventListener('pointerdown', closeOutside, { signal })
    document.addEventListener('focusin', closeOutside, { signal })
    document.addEventListener(
      'keydown',
      (event) => {
        if (pressedKey(event) !== 'Escape' || hasDialog()) return
        onClose()
        button.current?.focus()
      },
      { signal },
    )
    // Back must not show it, as the session may have ended.
    window.addEventListener('pagehide', onClose, { signal })
    return () => stopping.abort()
  }, [button, onClose])

  return (
    <div ref={panel} className={`box ${styles.panel}`}>
      <p className={message.who}>
        Signed in as{' '}
        <strong>
          {name || !email ? <bdi>{name || 'your account'}</bdi> : <EmailAddress email={email} />}
        </strong>
        {name && email && (
          <span>
            <EmailAddress email={email} />
          </span>
        )}
      </p>
      <SiteLink href={routes.app}>{brand.app}</SiteLink>
      <SiteLink href={routes.account}>Account</SiteLink>
      {config && <SignOutButton config={config} />}
    </div>
  )
}

function SignOutButton({ config }: { config: PublicConfig }) {
  const { mayLoseUnsaved, dialog } = useUnsavedWarning(config)
  const { isBusy, problem, run } = useAction<string>(unexpectedMessage)

  async function leave() {
    if (!(await mayLoseUnsaved())) return
    await run(async () =>
      (await endSession(config, 'signed-out')) ? leaveFor(routes.signedOut) : { problem: signOutFailed },
    )
  }

  return (
    <>
      <Button onClick={leave} isBusy={isBusy}>
        {isBusy ? 'Signing out…' : 'Sign out'}
      </Button>
      <p role="alert">{problem}</p>
      {dialog}
    </>
  )
}

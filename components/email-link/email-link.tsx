'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IdentityErrorMessage, unexpectedError } from '@/components/identity/error-message'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { hideMailLink } from '@/lib/browser/email-link/history'
import { rememberedLinkRequest } from '@/lib/browser/email-link/link-request'
import { readMailLink } from '@/lib/browser/email-link/links'
import type { MailCode } from '@/lib/browser/identity/firebase'
import { preloadIdentity } from '@/lib/browser/identity/identity'
import { describeMailLink, isExpiredOrUsed } from '@/lib/email-link'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { MailLinkConfirmation } from './confirmation'
import styles from './email-link.module.css'
import { ExpiredLink } from './expired'
import type { MailLinkProps, OpenedLink } from './link-props'
import { MailLinkPassword } from './password'
import { MailLinkSignIn } from './sign-in'

type Reading =
  | { status: 'reading' | 'reading-again' | 'none' }
  | { status: 'read'; code: MailCode }
  | { status: 'unread'; problem: IdentityErrorCode }

/**
 * The page of an email link. Mail scanners open it, too, so it only reads the code, which doesn't consume it; anything more
 * needs a press. If the provider doesn't respond, the page says so and still works.
 */
export function MailLinkView({ config, link, next, isSignedIn }: OpenedLink) {
  const [reading, setReading] = useState<Reading>({ status: link.mode === 'signIn' ? 'none' : 'reading' })
  const [expired, setExpired] = useState<IdentityErrorCode | null>(null)
  const isUsed = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const retryButton = useRef<HTMLButtonElement>(null)

  const readLink = useCallback(async () => {
    const outcome = await readMailLink(config, link).catch((error: unknown) => {
      setReading({ status: 'unread', problem: unexpectedError.code })
      throw error
    })
    if (outcome.status === 'done') {
      // The focused button is about to disappear.
      if (retryButton.current && document.activeElement === retryButton.current) heading.current?.focus()
      return setReading({ status: 'read', code: outcome.value })
    }
    // A press has consumed the code since, so the link hasn't expired.
    if (isUsed.current) return
    if (isExpiredOrUsed(outcome.code)) return setExpired(outcome.code)
    setReading({ status: 'unread', problem: outcome.code })
  }, [config, link])

  useEffect(() => hideMailLink(link, next), [link, next])

  // Only this browser knows whether the link was requested to add sign-in links to an account.
  const [isAdding, setAdding] = useState(false)
  useEffect(() => setAdding(link.mode === 'signIn' && !!rememberedLinkRequest()?.addsTo), [link])
  useTitle(isAdding ? addingTitle : null)

  // A sign-in link can't be checked without consuming it, so its page only preloads the SDK.
  useEffect(
    () => void (link.mode === 'signIn' ? preloadIdentity(config) : readLink()),
    [config, link, readLink],
  )

  function retry() {
    setReading({ status: 'reading-again' })
    void readLink()
  }

  const isReading = reading.status === 'reading' || reading.status === 'reading-again'
  const read = reading.status === 'read' ? reading.code : null
  const props: MailLinkProps = {
    ...{ config, link, next, isSignedIn, read },
    use: async (step) => {
      isUsed.current = true
      setReading((current) => (current.status === 'read' ? current : { status: 'none' }))
      const outcome = await step()
      if (outcome.code && isExpiredOrUsed(outcome.code)) setExpired(outcome.code)
      return outcome
    },
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={form.title}>
        {isAdding ? addingTitle : describeMailLink(link.mode)}
      </h1>
      <p className={`${message.note} ${message.needsScript}`}>
        This needs JavaScript. Turn it on for this site and reload the page.
      </p>
      {expired === null ? (
        <>
          <MailLinkStep {...props} />
          {link.mode !== 'signIn' && (
            <div role="status" className={styles.reading}>
              {isReading && <span>Checking this link…</span>}
              {reading.status === 'unread' && <IdentityErrorMessage problem={{ code: reading.problem }} />}
            </div>
          )}
          {(reading.status === 'unread' || reading.status === 'reading-again') && (
            <p className={styles.again}>
              <Button ref={retryButton} isBusy={isReading} onClick={retry}>
                Try again
              </Button>
            </p>
          )}
        </>
      ) : (
        <ExpiredLink config={config} link={link} next={next} isSignedIn={isSignedIn} problem={expired} />
      )}
    </>
  )
}

const addingTitle = 'Add sign-in links to your account'

function MailLinkStep(props: MailLinkProps) {
  const { mode } = props.link
  if (mode === 'resetPassword') return <MailLinkPassword {...props} />
  return mode === 'signIn' ? <MailLinkSignIn {...props} /> : <MailLinkConfirmation {...props} mode={mode} />
}

/** Overrides the server's page title, also if it arrives later; null leaves it. */
function useTitle(title: string | null): void {
  useEffect(() => {
    if (!title) return
    const full = `${title} · Foyer`
    const setTitle = () => {
      if (document.title !== full) document.title = full
    }
    setTitle()
    const observer = new MutationObserver(setTitle)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [title])
}

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
 * A mailed link, opened. Mail scanners open it, too, so the code is only read, which doesn't use it up;
 * anything more needs a press. If the provider doesn't answer, the page says so and still works.
 */
export function MailLinkView({ config, link, next, isSignedIn }: OpenedLink) {
  const [reading, setReading] = useState<Reading>({ status: link.mode === 'signIn' ? 'none' : 'reading' })
  const [expired, setExpired] = useState<IdentityErrorCode | null>(null)
  const isUsed = useRef(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const again = useRef<HTMLButtonElement>(null)

  const look = useCallback(async () => {
    const outcome = await readMailLink(config, link).catch((error: unknown) => {
      setReading({ status: 'unread', problem: unexpectedError.code })
      throw error
    })
    if (outcome.status === 'done') {
      // The focused button is about to disappear.
      if (again.current && document.activeElement === again.current) heading.current?.focus()
      return setReading({ status: 'read', code: outcome.value })
    }
    // Used by a press meanwhile, so not expired.
    if (isUsed.current) return
    if (isExpiredOrUsed(outcome.code)) return setExpired(outcome.code)
    setReading({ status: 'unread', problem: outcome.code })
  }, [config, link])

  useEffect(() => hideMailLink(link, next), [link, next])

  // Only this browser knows whether somebody asked to add the link to their account.
  const [isAdding, setAdding] = useState(false)
  useEffect(() => setAdding(link.mode === 'signIn' && !!rememberedLinkRequest()?.addsTo), [link])
  useTitle(isAdding ? addingTitle : null)

  // A sign-in link can't be checked without using it; its page only preloads the SDK.
  useEffect(() => void (link.mode === 'signIn' ? preloadIdentity(config) : look()), [config, link, look])

  function lookAgain() {
    setReading({ status: 'reading-again' })
    void look()
  }

  const isLooking = reading.status === 'reading' || reading.status === 'reading-again'
  const read = reading.status === 'read' ? reading.code : null
  const props: MailLinkProps = {
    ...{ config, link, next, isSignedIn, read },
    use: async (step) => {
      isUsed.current = true
      setReading((seen) => (seen.status === 'read' ? seen : { status: 'none' }))
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
          {chooseView(props)}
          {link.mode !== 'signIn' && (
            <div role="status" className={styles.looking}>
              {isLooking && <span>Checking this link…</span>}
              {reading.status === 'unread' && <IdentityErrorMessage problem={{ code: reading.problem }} />}
            </div>
          )}
          {(reading.status === 'unread' || reading.status === 'reading-again') && (
            <p className={styles.again}>
              <Button ref={again} isBusy={isLooking} onClick={lookAgain}>
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

function chooseView(props: MailLinkProps) {
  const { mode } = props.link
  if (mode === 'resetPassword') return <MailLinkPassword {...props} />
  return mode === 'signIn' ? <MailLinkSignIn {...props} /> : <MailLinkConfirmation {...props} mode={mode} />
}

/** Names the page otherwise than the server did, which may still send its title after this; null leaves it. */
function useTitle(title: string | null): void {
  useEffect(() => {
    if (!title) return
    const full = `${title} · Foyer`
    const name = () => {
      if (document.title !== full) document.title = full
    }
    name()
    const watching = new MutationObserver(name)
    watching.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => watching.disconnect()
  }, [title])
}

'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { IdentityErrorMessage, unexpectedError } from '@/components/identity/error-message'
import { Button } from '@/components/ui/button'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { readMailLink, rememberedLinkRequest } from '@/lib/browser/email-link/links'
import type { MailCode } from '@/lib/browser/identity/firebase'
import { preloadIdentity } from '@/lib/browser/identity/identity'
import {
  describeMailLink,
  isExpiredOrUsed,
  type MailLink,
  type MailMode,
  parseMailLink,
} from '@/lib/email-link'
import { describeIdentityError, type IdentityErrorCode } from '@/lib/identity/error-words'
import { proofParameter } from '@/lib/session/address-proof'
import * as brand from '@/lib/site/brand'
import { routes, type SitePath } from '@/lib/site/routes'
import styles from './email-link.module.css'
import { MailRequest } from './request'
import { useCoolDown } from './send-button'
import {
  MailLinkConfirmation,
  MailLinkNext,
  MailLinkPassword,
  type MailLinkProps,
  MailLinkResult,
  MailLinkSignIn,
  type OpenedLink,
} from './steps'

type Props = Omit<OpenedLink, 'link'> & { mode: MailMode | null; link: MailLink | null }

/** The page of an email link. After a reload its code is no longer in the URL; the history entry may have it. */
export function MailLinkPage({ mode, link: opened, ...props }: Props) {
  const [link, setLink] = useState<MailLink | null | 'unknown'>(opened ?? 'unknown')
  useEffect(() => setLink(opened ?? mailLinkFromHistory()), [opened])
  if (!mode || !link) return <BrokenMailLink next={props.next} />
  if (link === 'unknown') return <h1 className={form.title}>{describeMailLink(mode)}</h1>
  return <MailLinkView {...props} link={link} />
}

/** `none`: nothing to read, or a press has used the link before it was read. */
type Reading =
  | { status: 'reading' | 'reading-again' | 'none' }
  | { status: 'read'; code: MailCode }
  | { status: 'unread' | 'expired'; problem: IdentityErrorCode }

/**
 * Mail scanners open links, too, so this only reads the code, which doesn't consume it; anything more needs a press. If the
 * provider doesn't respond, the page says so and still works.
 */
function MailLinkView({ config, link, next, isSignedIn }: OpenedLink) {
  const [reading, setReading] = useState(() => firstReading(link))
  const [isDone, setDone] = useState(false)
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
    const status = isExpiredOrUsed(outcome.code) ? 'expired' : 'unread'
    // If a press has consumed the code since, the link hasn't expired.
    setReading((current) => (current.status === 'none' ? current : { status, problem: outcome.code }))
  }, [config, link])

  useEffect(() => hideMailLink(link, next), [link, next])

  // Only this browser knows whether the link was requested to add sign-in links to an account.
  const [isAdding, setAdding] = useState(false)
  useEffect(() => setAdding(link.mode === 'signIn' && !!rememberedLinkRequest()?.addsTo), [link])

  useEffect(
    () => void (link.mode === 'signIn' ? preloadIdentity(config) : readLink()),
    [config, link, readLink],
  )

  function retry() {
    setReading({ status: 'reading-again' })
    void readLink()
  }

  const title = describeMailLink(link.mode, isDone)
  useEffect(() => {
    document.title = brand.pageTitle(title)
  }, [title])

  const opened = { config, link, next, isSignedIn }
  const isReading = reading.status === 'reading' || reading.status === 'reading-again'
  const props: MailLinkProps = {
    ...opened,
    read: reading.status === 'read' ? reading.code : null,
    use: async (step) => {
      setReading((current) => (current.status === 'read' ? current : { status: 'none' }))
      const outcome = await step()
      if (outcome.code && isExpiredOrUsed(outcome.code))
        setReading({ status: 'expired', problem: outcome.code })
      if (outcome.status === 'done') setDone(true)
      return outcome
    },
  }
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className={form.title}>
        {isAdding ? 'Add sign-in links to your account' : title}
      </h1>
      <p className={`${message.note} ${message.needsScript}`}>
        This needs JavaScript. Turn it on for this site and reload the page.
      </p>
      {reading.status === 'expired' ? (
        <MailLinkResult words={describeIdentityError({ code: reading.problem })} className={message.problem}>
          <ExpiredLinkHelp {...opened} />
        </MailLinkResult>
      ) : (
        <>
          <MailLinkStep {...props} />
          {link.mode !== 'signIn' && (
            <div role="status" className={`tight ${styles.reading}`}>
              {isReading && <span>Checking this link…</span>}
              {reading.status === 'unread' && <IdentityErrorMessage problem={{ code: reading.problem }} />}
            </div>
          )}
          {(reading.status === 'unread' || reading.status === 'reading-again') && (
            <p className="apart">
              <Button ref={retryButton} isBusy={isReading} onClick={retry}>
                Try again
              </Button>
            </p>
          )}
        </>
      )}
    </>
  )
}

function MailLinkStep(props: MailLinkProps) {
  const { mode } = props.link
  if (mode === 'resetPassword') return <MailLinkPassword {...props} />
  return mode === 'signIn' ? <MailLinkSignIn {...props} /> : <MailLinkConfirmation {...props} mode={mode} />
}

/** A sign-in link can't be read without consuming it. One that our server didn't send has no nonce, so proves nothing. */
function firstReading({ mode, nonce }: MailLink): Reading {
  if (mode !== 'signIn') return { status: 'reading' }
  return nonce ? { status: 'none' } : { status: 'expired', problem: 'invalid-action-code' }
}

/** How to get a new link. */
function ExpiredLinkHelp({ config, link, next, isSignedIn }: OpenedLink) {
  const coolDown = useCoolDown()
  if (link.mode === 'resetPassword')
    return <MailRequest kind="reset" config={config} next={next} email="" coolDown={coolDown} />
  if (link.mode === 'signIn') {
    const email = rememberedLinkRequest()?.email ?? ''
    return <MailRequest kind="sign-in" config={config} next={next} email={email} coolDown={coolDown} />
  }
  if (link.mode === 'recoverEmail')
    return (
      <p>
        We can’t send this link again.{' '}
        <span data-contact="">
          If your account still has a different address, <a href={routes.contact}>contact us</a>.
        </span>
      </p>
    )
  if (link.mode === 'verifyAndChangeEmail')
    return (
      <>
        <p>If you’ve already used it, your new address is set. Use it to sign in.</p>
        <p>
          If not, <a href={routes.account}>change your email address again</a> in your account.
        </p>
        <MailLinkNext settled={{ path: isSignedIn ? next : null }} next={next} />
      </>
    )
  // Only from the account page: it sends to the account's own address, and can ask for the password first.
  return (
    <>
      <p>If you’ve already used it, your email address is verified and there’s nothing left to do.</p>
      <p>
        If not, <a href={routes.account}>request a new link in your account</a>.
      </p>
      <MailLinkNext settled={{ path: isSignedIn ? next : null }} next={routes.account} />
    </>
  )
}

/**
 * Moves an email link's code and nonce from the URL, where they would show on screen, in history and in later requests, to the
 * history entry's state, so reload and Back still find them. Waits for the router to start, which would restore the URL. Returns a
 * cancel function.
 */
export function hideMailLink(link: MailLink, next: SitePath): () => void {
  const timer = setTimeout(() => {
    history.replaceState({ mailLink: link }, '', routes.authActionRead(link.mode, next))
  })
  return () => clearTimeout(timer)
}

/** The link this history entry was opened with, or null. */
export function mailLinkFromHistory(): MailLink | null {
  const { mailLink } = (history.state ?? {}) as { mailLink?: MailLink }
  if (!mailLink) return null
  const { mode, code, nonce } = mailLink
  return parseMailLink({ mode, oobCode: code, ...(nonce && { [proofParameter]: nonce }) })
}

/** For an unreadable link: email apps truncate long ones. */
function BrokenMailLink({ next }: { next: SitePath }) {
  return (
    <>
      <h1 className={form.title}>{describeMailLink(null)}</h1>
      <p>The link is incomplete. Copy all of it, or request a new one.</p>
      <p className="apart">
        <a href={routes.loginThen(next)} className={button.primary}>
          Sign in
        </a>
      </p>
    </>
  )
}

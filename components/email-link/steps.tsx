'use client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IdentityAlert, unexpectedError } from '@/components/identity/error-message'
import { useIdentityFormError } from '@/components/identity/form-error'
import { PasswordField } from '@/components/identity/password-field'
import { type ActionOutcome, leaveFor, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import type { FormError } from '@/components/ui/form-error'
import message from '@/components/ui/message.module.css'
import { EmailField } from '@/components/ui/text-field'
import { addEmailLink } from '@/lib/browser/account/sign-in-methods'
import {
  confirmMailLink,
  endsPassword,
  isSignedInAs,
  type LinkRequest,
  mailLinkUrl,
  proveByNonce,
  rememberedLinkRequest,
  saveNewPassword,
  settleSession,
  signInAfterReset,
  signInByMailLink,
} from '@/lib/browser/email-link/links'
import type { Credentials, MailCode } from '@/lib/browser/identity/firebase'
import { invalidInput } from '@/lib/browser/identity/input'
import { hasNews, pathAfterSignIn, signIn } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink, MailMode } from '@/lib/email-link'
import type { IdentityError, IdentityErrorCode } from '@/lib/identity/error-words'
import { routes, type SitePath } from '@/lib/site/routes'

type Words = { prompt: (code: MailCode) => string; button: string; done: (code: MailCode) => string }

const words: Record<Exclude<MailMode, 'resetPassword' | 'signIn'>, Words> = {
  verifyEmail: {
    prompt: ({ email }) => `Please verify ${email ?? 'your email address'}.`,
    button: 'Verify email address',
    done: ({ email }) => `${email ?? 'Your email address'} is verified.`,
  },
  verifyAndChangeEmail: {
    prompt: ({ email, previousEmail }) =>
      `You’ll sign in with ${email ?? 'your new email address'} instead of ${previousEmail ?? 'the old one'}.`,
    button: 'Use new email address',
    done: ({ email }) => `${email ?? 'Your new address'} is now your email address. Use it to sign in.`,
  },
  recoverEmail: {
    prompt: ({ email }) =>
      `Your account’s email address was changed. If that wasn’t you, restore ${email ?? 'the old one'}.`,
    button: 'Restore my email address',
    done: ({ email }) => `${email ?? 'Your old address'} is your email address again. Use it to sign in.`,
  },
}

/** Where to continue after a change, which may have ended the session: null for the sign-in form. */
type Settled = { path: SitePath | null; problem?: IdentityError }

/** A link that verifies, changes or restores an email address. Shows the address before the button. */
export function MailLinkConfirmation(props: MailLinkProps & { mode: keyof typeof words }) {
  const { config, link, next, isSignedIn, mode, read, use } = props
  const { isBusy, problem, done, formProps } = useAction<IdentityError, MailCode>(unexpectedError)
  const error = useIdentityFormError(problem, { 'sign-in': routes.loginThen(next) })
  const [used, setUsed] = useState<MailCode | null>(null)
  const [settled, setSettled] = useState<Settled | null>(isSignedIn ? null : { path: null })
  const { prompt, button, done: doneWords } = words[mode]

  const [endsPasswordOf, setEndsPasswordOf] = useState<string | null>(null)
  const email = isSignedIn && mode === 'verifyEmail' ? read?.email : null
  useEffect(() => {
    if (email) void endsPassword(config, email).then((ends) => setEndsPasswordOf(ends ? email : null))
  }, [config, email])

  async function confirm(formData: FormData): Promise<ActionOutcome<IdentityError, MailCode>> {
    const outcome = used ? null : await use(() => confirmMailLink(config, link))
    if (outcome?.status === 'failed') return { problem: outcome }
    if (outcome?.value.signedIn) return leaveFor(pathAfterSignIn(outcome.value.signedIn, next))
    const code = used ?? outcome?.value.code
    if (!code) return null
    setUsed(code)
    const password = String(formData.get('password') ?? '')
    if (endsPasswordOf && password) return keepPassword(code, { email: endsPasswordOf, password })
    if (isSignedIn) void settleSession(config, next).then((path) => setSettled({ path }))
    return { done: code }
  }

  /** Signs in, so that a mistyped one isn't set. */
  async function keepPassword(code: MailCode, credentials: Credentials) {
    const signedIn = await signIn(config, credentials)
    if (signedIn.status === 'failed')
      return signedIn.code === 'second-factor-cancelled' ? null : { problem: signedIn }
    if (hasNews(signedIn)) return leaveFor(pathAfterSignIn(signedIn, next))
    setSettled({ path: next })
    return { done: code }
  }

  if (done) {
    return (
      <MailLinkResult words={doneWords(done)}>
        <MailLinkNext settled={settled} next={next} />
      </MailLinkResult>
    )
  }
  if (!read) return null
  return (
    <form {...formProps(confirm, invalidInput)} className={form.form}>
      <p>{used ? doneWords(used) : prompt(read)}</p>
      {mode === 'verifyEmail' && !isSignedIn && config.signInLinks && (
        <p className={message.hint}>
          Didn’t create this account? Don’t verify it.{' '}
          <a href={routes.loginAs({ mode: 'link', next })}>Get a sign-in link</a> instead: that signs out
          everyone else and removes their password.
        </p>
      )}
      {endsPasswordOf && <KeptPassword email={endsPasswordOf} error={error} />}
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? 'One moment…' : used ? 'Continue' : button}
      </Button>
      {error.at('form')}
    </form>
  )
}

/** For a browser that didn't create the account: somebody else may have chosen its password. */
function KeptPassword({ email, error }: { email: string; error: FormError }) {
  const hintId = useId()
  return (
    <>
      <p id={hintId} className={message.hint}>
        If you have a password, enter it to keep it. Any other way to sign in is removed, in case someone else
        created this account.
      </p>
      <UsernameForPasswordManagers email={email} />
      <PasswordField
        label="Your password (optional)"
        isNew={false}
        isRequired={false}
        error={error}
        describedBy={hintId}
      />
    </>
  )
}

/** Tells password managers which account the password belongs to. */
function UsernameForPasswordManagers({ email }: { email: string }) {
  return <input hidden readOnly type="email" name="email" autoComplete="username" value={email} />
}

/** A password reset link. A rejected password stays in the field; a saved one signs the user in, who then reads so. */
export function MailLinkPassword({ config, link, next, isSignedIn, read, use }: MailLinkProps) {
  const { isBusy, problem, done, formProps } = useAction<IdentityError>(unexpectedError)
  const [settled, setSettled] = useState<Settled | null>(null)
  const error = useIdentityFormError(problem)

  async function save(formData: FormData): Promise<ActionOutcome<IdentityError>> {
    const password = String(formData.get('password'))
    const outcome = await use(() => saveNewPassword(config, link, password))
    if (outcome.status === 'failed') return { problem: outcome }
    void continueWith(password)
    return { done: 'Your password is changed. Other devices were signed out.' }
  }

  async function continueWith(password: string) {
    const email = read?.email ?? null
    // Opening a link must not replace the session of another account.
    const isOther = isSignedIn && !(await isSignedInAs(email))
    const path = isOther ? await settleSession(config, next) : null
    if (path || email === null) return setSettled({ path })
    const signedIn = await signInAfterReset(config, { email, password })
    if (signedIn.status === 'signed-in') return setSettled({ path: pathAfterSignIn(signedIn, next) })
    const isCancelled = signedIn.code === 'second-factor-cancelled'
    setSettled({ path: null, ...(!isCancelled && { problem: signedIn }) })
  }

  if (done) {
    return (
      <MailLinkResult words={done}>
        <IdentityAlert problem={settled?.problem ?? null} />
        <MailLinkNext settled={settled} next={next} />
      </MailLinkResult>
    )
  }
  return (
    <form {...formProps(save, invalidInput)} className={form.form}>
      <p>{read?.email ? `For your account ${read.email}.` : 'For the account this link was sent to.'}</p>
      {read?.email && <UsernameForPasswordManagers email={read.email} />}
      <PasswordField label="New password" isNew error={error} config={config} />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? 'Saving…' : 'Save new password'}
      </Button>
      {error.at('form')}
    </form>
  )
}

/**
 * A sign-in link. The browser that requested it remembers the address, and the user who is adding sign-in links to their
 * account. Any other browser asks for the address, so a link sent by an attacker can't sign a user in to the attacker's
 * account.
 */
export function MailLinkSignIn({ config, link, next, use }: MailLinkProps) {
  const { isBusy, problem, formProps } = useAction<IdentityError>(unexpectedError)
  const emailField = useRef<HTMLInputElement>(null)
  const [request, setRequest] = useState<LinkRequest | null>(null)
  const addsTo = request?.addsTo
  const error = useIdentityFormError(problem, { 'sign-in': routes.loginThen(routes.account) })
  const hintId = useId()

  // Only the browser remembers it. Input typed before hydration is newer.
  useEffect(() => {
    const remembered = rememberedLinkRequest()
    if (emailField.current?.value === '') emailField.current.value = remembered?.email ?? ''
    setRequest(remembered)
  }, [])

  async function submit(formData: FormData) {
    const email = String(formData.get('email')).trim()
    if (addsTo) {
      const owner = { config, userId: addsTo, providerUserId: addsTo }
      const sent = { email, link: mailLinkUrl(config, link) }
      const added = await use(
        async () => (await proveByNonce(config, link, email)) ?? addEmailLink(owner, sent),
      )
      if (added.status === 'failed' && added.code === 'proof-of-other-address')
        return { problem: { ...added, code: 'added-link-of-other-address' as const } }
      if (added.status === 'failed') return { problem: added }
      return leaveFor(hasNews(added) ? pathAfterSignIn(added, next) : next)
    }
    const outcome = await use(() => signInByMailLink(config, link, email))
    return outcome.status === 'signed-in' ? leaveFor(pathAfterSignIn(outcome, next)) : { problem: outcome }
  }

  return (
    <form {...formProps(submit, invalidInput)} className={form.form}>
      <p id={hintId}>
        {addsTo
          ? 'You’ll be able to sign in with a link we email to this address.'
          : request
            ? 'Confirm your email to sign in.'
            : 'Enter the address this link was sent to.'}
      </p>
      <EmailField
        ref={emailField}
        // Only a link to the requested address may be added.
        readOnly={addsTo !== undefined}
        error={error}
        describedBy={hintId}
      />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {addsTo ? (isBusy ? 'One moment…' : 'Add to my account') : isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
      {error.at('form')}
    </form>
  )
}

export type OpenedLink = { config: PublicConfig; link: MailLink; next: SitePath; isSignedIn: boolean }

/** The props of each kind of link. */
export type MailLinkProps = OpenedLink & {
  read: MailCode | null
  /** Runs the step that consumes the link. If the link is expired or used, the page shows that instead. */
  use: <Step extends { status: string; code?: IdentityErrorCode }>(step: () => Promise<Step>) => Promise<Step>
}

type ResultProps = { words: string; className?: string | undefined; children: ReactNode }

/** Replaces the link's form with its outcome. Takes the focus, for keyboards and screen readers. */
export function MailLinkResult({ words, className, children }: ResultProps) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <>
      <p ref={line} tabIndex={-1} className={className}>
        {words}
      </p>
      {children}
    </>
  )
}

type NextProps = {
  /** Null until we know whether the session is still valid. */
  settled: Settled | null
  /** Where the sign-in form leads. */
  next: SitePath
}

/** Leads from a used link to the next page, through sign-in if needed. */
export function MailLinkNext({ settled, next }: NextProps) {
  return (
    <p className="apart" role="status">
      {settled ? (
        <a href={settled.path ?? routes.loginThen(next)} className={button.primary}>
          {settled.path ? 'Continue' : 'Sign in'}
        </a>
      ) : (
        'Updating your session. One moment.'
      )}
    </p>
  )
}

'use client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IdentityProblem } from '@/components/identity/identity-problem'
import { PasswordField } from '@/components/identity/password-field'
import { leaveFor, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { EmailField } from '@/components/ui/text-field'
import type { MailKind } from '@/lib/browser/email-link/links'
import { failureOf } from '@/lib/browser/identity/fault'
import { prepareIdentity } from '@/lib/browser/identity/identity'
import { watchForSignIn } from '@/lib/browser/session/session'
import { createAccount, type SignInOutcome, signIn } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import { type InputField, isAboutInput } from '@/lib/identity/error-words'
import { isSessionProblem, type IdentityProblem as Problem } from '@/lib/identity/problem'
import type { LoginNotice } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'
import { lastUsedMark, useLastUsedWay } from './last-used'
import { Providers } from './providers'
import styles from './sign-in.module.css'

type Mode = 'sign-in' | 'create'
export type SignInFormProps = { config: PublicConfig; next: SitePath; notice: LoginNotice | null }
/** `onMail`: a link by email is wanted instead. */
type Props = SignInFormProps & {
  onMail: (kind: MailKind) => void
  /** A pointer or the focus is on its button. */
  onMailLikely: () => void
}

const words = {
  'sign-in': { title: 'Sign in', submit: 'Sign in', busy: 'Signing in…', other: 'New here? Make an account' },
  create: {
    title: 'Create an account',
    submit: 'Create account',
    busy: 'Creating your account…',
    other: 'I already have an account',
  },
} as const

const notices: Record<LoginNotice, string> = {
  expired: 'Your session has expired. Please sign in again.',
  ended:
    'You were signed out: your session was ended on another device, by a new password or by an administrator. Please sign in again.',
  disabled: 'This account has been switched off. Contact us if you think that is a mistake.',
  shared: 'Sign in to open the note, if someone shared it with you.',
  'signed-out-elsewhere': 'You signed out in another tab. Sign in to go on where you were.',
  deleted: 'Your account and your notes are deleted.',
  'not-sent':
    'The form was sent before the page was ready, so nothing was sent on. Please try again. Signing in needs JavaScript.',
}

const loadLinking = () => import('./linking')

/**
 * Signs in or creates an account. The fields keep what was typed whatever happens. Submitted without scripts
 * it is a POST, so a password never ends up in the URL.
 */
export function SignInForm({ config, next, notice, onMail, onMailLikely }: Props) {
  const [mode, setMode] = useState<Mode>('sign-in')
  const { isBusy, problem, formProps, clear } = useAction<Problem>()
  const [isAccountCreated, setAccountCreated] = useState(false)
  /** What is said of a provider to be added, and in place of the form if it could not be. */
  const [linking, setLinking] = useState<ReactNode>(null)
  const [notLinked, setNotLinked] = useState<ReactNode>(null)
  const messageId = useId()
  const emailField = useRef<HTMLInputElement>(null)
  const lastUsed = useLastUsedWay()

  useEffect(() => watchForSignIn(() => location.replace(routes.authSuccess(next))), [next])

  async function submit(typed: FormData) {
    const credentials = { email: String(typed.get('email')).trim(), password: String(typed.get('password')) }
    setAccountCreated(false)
    const outcome = await (mode === 'create' ? createAccount : signIn)(config, credentials)
    if (outcome.status === 'signed-in') return goOn(outcome)
    // They went back themselves.
    if (outcome.code === 'second-factor-cancelled') return null
    // The account exists now: the next try must sign in.
    if (mode === 'create' && isSessionProblem(outcome)) {
      setAccountCreated(true)
      setMode('sign-in')
    }
    return { problem: outcome }
  }

  async function goOn(signedIn: SignInOutcome & { status: 'signed-in' }): Promise<null> {
    const loaded = signedIn.notLinked && (await loadLinking().catch(failureOf))
    if (!signedIn.notLinked || !loaded || 'status' in loaded) return leaveFor(routes.authSuccess(next))
    setNotLinked(<loaded.NotLinkedNotice notLinked={signedIn.notLinked} next={next} />)
    return null
  }

  /** To the sign-in that their account knows, with which the provider is added. */
  async function leadToAccount(): Promise<boolean> {
    const loaded = await loadLinking().catch(failureOf)
    const email = emailField.current
    const pending = 'status' in loaded ? null : loaded.currentPendingLink()
    if ('status' in loaded || !pending || !email) return false
    const drop = () => {
      loaded.keepPendingLink(null)
      setLinking(null)
      email.focus()
    }
    setMode('sign-in')
    clear()
    setLinking(<loaded.LinkNotice provider={pending.provider} onDrop={drop} />)
    email.value = pending.email
    email.form?.querySelector<HTMLInputElement>('[name=password]')?.focus()
    return true
  }

  function changeMode() {
    setMode(mode === 'create' ? 'sign-in' : 'create')
    clear()
    setAccountCreated(false)
    emailField.current?.focus()
  }

  const forMail = (kind: MailKind) => ({
    type: 'button' as const,
    onFocus: onMailLikely,
    onPointerEnter: onMailLikely,
    onClick: () => onMail(kind),
  })
  const ways = mode === 'create' ? { 'sign-in': changeMode } : { 'reset-password': () => onMail('reset') }
  const isWrong = (input: InputField) => problem !== null && isAboutInput(problem.code, input)
  const text = words[mode]
  const byPassword = lastUsedMark(mode === 'sign-in' && lastUsed === 'password')
  const byLink = lastUsedMark(lastUsed === 'link')
  if (notLinked) return notLinked
  return (
    <>
      <h1 className={form.title}>{text.title}</h1>
      <div role="alert" id={messageId}>
        {isAccountCreated && (
          <p className={message.note}>Your account is made. Only the sign-in is missing.</p>
        )}
        {linking}
        {problem ? (
          <IdentityProblem problem={problem} ways={ways} />
        ) : (
          notice && !linking && <p className={message.note}>{notices[notice]}</p>
        )}
      </div>
      <p className={`${message.note} ${message.needsScript}`}>
        Signing in needs JavaScript. Please switch it on for this site and reload the page.
      </p>
      <form
        {...formProps(submit)}
        action={routes.loginThen(next)}
        className={form.form}
        onFocus={() => prepareIdentity(config)}
      >
        <EmailField ref={emailField} isInvalid={isWrong('email')} describedBy={messageId} />
        <PasswordField
          isNew={mode === 'create'}
          isInvalid={isWrong('password')}
          messageId={messageId}
          config={config}
        />
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          className={byPassword.className}
          aria-describedby={byPassword.describedBy}
        >
          {isBusy ? text.busy : text.submit}
          {byPassword.mark}
        </Button>
      </form>
      <button type="button" className={`${button.text} ${styles.switch}`} onClick={changeMode}>
        {text.other}
      </button>
      {config.providers.length > 0 && (
        <Providers config={config} lastUsed={lastUsed} onSignedIn={goOn} onAccountExists={leadToAccount} />
      )}
      {mode === 'sign-in' && (
        <div className={styles.others}>
          <button {...forMail('reset')} className={button.text}>
            Forgot your password?
          </button>
          <button
            {...forMail('sign-in')}
            className={`${button.text} ${byLink.className}`}
            aria-describedby={byLink.describedBy}
          >
            Email me a sign-in link
            {byLink.mark}
          </button>
        </div>
      )}
    </>
  )
}

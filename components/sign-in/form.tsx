'use client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { IdentityProblem } from '@/components/identity/identity-problem'
import { PasswordField } from '@/components/identity/password-field'
import button from '@/components/ui/button.module.css'
import { EmailField } from '@/components/ui/email-field'
import styles from '@/components/ui/form.module.css'
import { useHydrated } from '@/components/ui/hydrated'
import type { MailKind } from '@/lib/browser/email-link/links'
import { createAccount, prepareIdentity, type SignInOutcome, signIn } from '@/lib/browser/identity/identity'
import { watchForSignIn } from '@/lib/browser/session/session'
import type { PublicConfig } from '@/lib/config/config'
import { type InputField, isAboutInput } from '@/lib/identity/error-words'
import { isSessionProblem, type IdentityProblem as Problem } from '@/lib/identity/problem'
import { type LoginNotice, routes, type SitePath } from '@/lib/site/routes'

type Mode = 'sign-in' | 'create'
export type SignInFormProps = { config: PublicConfig; next: SitePath; notice: LoginNotice | null }
/** `onMail`: the person would rather have a message, sent to what stands in the field. */
type Props = SignInFormProps & { onMail: (kind: MailKind, email: string) => void }

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
  'signed-out-elsewhere': 'You signed out in another tab. Sign in to go on where you were.',
  deleted: 'Your account and your notes are deleted.',
  'not-sent':
    'The form was sent before the page was ready, so nothing was sent on. Please try again. Signing in needs JavaScript.',
}

/**
 * Email and password, to sign in or to create an account. The fields keep what was typed whatever happens.
 * Sent by the browser itself the form is a POST, so that a password never stands in an address.
 */
export function SignInForm({ config, next, notice, onMail }: Props) {
  const isHydrated = useHydrated()
  const [mode, setMode] = useState<Mode>('sign-in')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isAccountMade, setAccountMade] = useState(false)
  const messageId = useId()
  const emailField = useRef<HTMLInputElement>(null)

  useEffect(() => watchForSignIn(() => location.replace(routes.authSuccess(next))), [next])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget)
    const credentials = { email: String(typed.get('email')).trim(), password: String(typed.get('password')) }
    setBusy(true)
    setProblem(null)
    setAccountMade(false)
    const outcome = await (mode === 'create' ? createAccount : signIn)(config, credentials)
    finish(outcome)
  }

  function finish(outcome: SignInOutcome) {
    if (outcome.status === 'signed-in') return location.replace(routes.authSuccess(next))
    setProblem(outcome)
    setBusy(false)
    // A second try must not make an account that is there.
    if (mode !== 'create' || !isSessionProblem(outcome)) return
    setAccountMade(true)
    setMode('sign-in')
  }

  function changeMode() {
    setMode(mode === 'create' ? 'sign-in' : 'create')
    setProblem(null)
    setAccountMade(false)
    emailField.current?.focus()
  }

  const askForMail = (kind: MailKind) => onMail(kind, emailField.current?.value ?? '')
  const ways = mode === 'create' ? { 'sign-in': changeMode } : { 'reset-password': () => askForMail('reset') }
  const isWrong = (input: InputField) => problem !== null && isAboutInput(problem.code, input)
  const text = words[mode]
  return (
    <>
      <h1 className={styles.title}>{text.title}</h1>
      <div role="alert" id={messageId}>
        {isAccountMade && <p className={styles.notice}>Your account is made. Only the sign-in is missing.</p>}
        {problem ? (
          <IdentityProblem problem={problem} ways={ways} />
        ) : (
          notice && <p className={styles.notice}>{notices[notice]}</p>
        )}
      </div>
      <p className={styles.needsScript}>
        Signing in needs JavaScript. Please switch it on for this site and reload the page.
      </p>
      <form
        method="post"
        action={routes.loginThen(next)}
        className={styles.form}
        onSubmit={submit}
        onFocus={() => prepareIdentity(config)}
        aria-busy={isBusy}
      >
        <EmailField input={emailField} isInvalid={isWrong('email')} describedBy={messageId} />
        <PasswordField
          isNew={mode === 'create'}
          isInvalid={isWrong('password')}
          messageId={messageId}
          config={config}
        />
        <button type="submit" className={button.primary} disabled={!isHydrated} aria-disabled={isBusy}>
          {isBusy ? text.busy : text.submit}
        </button>
      </form>
      <button type="button" className={styles.switch} onClick={changeMode}>
        {text.other}
      </button>
      {mode === 'sign-in' && (
        <div className={styles.others}>
          <button type="button" className={styles.other} onClick={() => askForMail('reset')}>
            Forgot your password?
          </button>
          <button type="button" className={styles.other} onClick={() => askForMail('sign-in')}>
            Email me a sign-in link
          </button>
        </div>
      )}
    </>
  )
}

'use client'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { unexpectedError } from '@/components/identity/error-message'
import { PasswordField, preloadPasswordRules } from '@/components/identity/password-field'
import { useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { EmailField } from '@/components/ui/text-field'
import { preloadIdentity } from '@/lib/browser/identity/identity'
import { invalidInput } from '@/lib/browser/identity/input'
import { watchForSignIn } from '@/lib/browser/session/session'
import { createAccount, signIn } from '@/lib/browser/session/sign-in'
import type { PublicConfig } from '@/lib/config/config'
import type { IdentityError as Problem } from '@/lib/identity/error'
import { isSessionError } from '@/lib/identity/session-error'
import type { LoginNotice } from '@/lib/site/login-notice'
import { routes, type SitePath } from '@/lib/site/routes'
import { useErrorPosition } from './error-position'
import { useFirstTouch } from './first-touch'
import { lastUsedMark, useLastUsedMethod } from './last-used'
import { useLinking } from './linking-flow'
import { type EmailRequestMode, formLabels, type useLoginMode } from './mode'
import { OtherMethods } from './other-methods'
import { usePasskey } from './passkey'
import styles from './sign-in.module.css'

export type SignInProps = {
  config: PublicConfig
  next: SitePath
  notice: Notice | null
  /** Stands above the fields. */
  children: ReactNode
  /** Stands below the button that creates an account. */
  agreement: ReactNode
}
/** Why the visitor is here, in words, with a title of the page's own for some. `isDone`: what they asked for is done. */
export type Notice = { name: LoginNotice; title?: string | undefined; words: string; isDone: boolean }
/** `onEmailRequest`: a link by email is wanted instead. */
type Props = SignInProps & {
  login: ReturnType<typeof useLoginMode>
  onEmailRequest: (mode: EmailRequestMode) => void
  /** A pointer or the focus is on its button. */
  onEmailRequestLikely: () => void
}

const whenLikely = (work: () => void) => ({ onFocus: work, onPointerEnter: work })

/**
 * Signs in or creates an account. The fields keep what was typed whatever happens. Submitted without scripts
 * it is a POST, so a password never ends up in the URL.
 */
export function SignInForm(props: Props) {
  const {
    login,
    config,
    next,
    notice,
    children,
    agreement,
    onEmailRequest: onMail,
    onEmailRequestLikely: onMailLikely,
  } = props
  const { mode, title, setMode, linkTo } = login
  const isNew = mode === 'create'
  const { isBusy, problem, formProps, clear } = useAction<Problem>(unexpectedError)
  const [isAccountCreated, setAccountCreated] = useState(false)
  const messageId = useId()
  const emailField = useRef<HTMLInputElement>(null)
  const lastUsed = useLastUsedMethod()
  const { linking, notLinked, goOn, leadToAccount } = useLinking({ next, emailField, setMode, clear })
  const passkey = usePasskey({ config, onSignedIn: goOn })
  const offersPasskey = passkey.isOffered && !isNew

  useEffect(() => watchForSignIn(() => location.replace(routes.authSuccess(next))), [next])

  const touch = useFirstTouch(emailField, {
    isFocused: notice === null,
    prepare() {
      void preloadIdentity(config)
      if (offersPasskey) passkey.prepare()
    },
  })

  async function submit(typed: FormData) {
    const credentials = { email: String(typed.get('email')).trim(), password: String(typed.get('password')) }
    setAccountCreated(false)
    const outcome = await (isNew ? createAccount : signIn)(config, credentials)
    if (outcome.status === 'signed-in') return goOn(outcome)
    if (outcome.code === 'second-factor-cancelled') return null
    // The account exists now: the next try must sign in.
    if (isNew && isSessionError(outcome)) {
      setAccountCreated(true)
      setMode('sign-in')
    }
    return { problem: outcome }
  }

  function changeMode() {
    setMode(isNew ? 'sign-in' : 'create')
    clear()
    setAccountCreated(false)
    emailField.current?.focus()
  }

  const forMail = (to: EmailRequestMode) => ({ ...linkTo(to, () => onMail(to)), ...whenLikely(onMailLikely) })
  const reset = () => onMail('reset')
  const ways = isNew ? { 'sign-in': changeMode } : { 'reset-password': reset, 'forgot-password': reset }
  const { problemId, isWrong, problemAt } = useErrorPosition(problem, ways)
  const describedBy = `${messageId} ${problemId}`
  const text = formLabels[isNew ? 'create' : 'sign-in']
  const byPassword = lastUsedMark(!isNew && lastUsed === 'password')
  const byLink = lastUsedMark(lastUsed === 'link')
  if (notLinked) return notLinked
  return (
    <>
      <h1 className={form.title}>{title}</h1>
      <div role="alert" id={messageId}>
        {isAccountCreated && <p className={message.done}>Account created. Sign in to continue.</p>}
        {linking}
        {notice && !linking && !problem && (
          <p className={notice.isDone ? message.done : message.note}>{notice.words}</p>
        )}
      </div>
      {children}
      <form
        {...formProps(submit, invalidInput)}
        action={routes.loginAs({ mode, next })}
        className={form.form}
        {...touch}
      >
        <div className={styles.withProblem}>
          <EmailField
            ref={emailField}
            autoComplete={offersPasskey ? 'username webauthn' : 'username'}
            isInvalid={isWrong('email')}
            describedBy={describedBy}
          />
          {problemAt('email')}
        </div>
        <div className={styles.withProblem}>
          <PasswordField
            isNew={isNew}
            isInvalid={isWrong('password')}
            messageId={describedBy}
            config={config}
            aside={
              !isNew && (
                <a {...forMail('reset')} className={button.inline}>
                  Forgot your password?
                </a>
              )
            }
          />
          {problemAt('password')}
        </div>
        <Button
          type="submit"
          look="primary"
          isBusy={isBusy}
          className={byPassword.className}
          aria-describedby={byPassword.describedBy}
        >
          <span>{isBusy ? text.busy : text.submit}</span>
          {byPassword.mark}
        </Button>
        {problemAt('form')}
        {isNew && agreement}
      </form>
      <p className={styles.switch}>
        <a
          {...linkTo(isNew ? 'sign-in' : 'create', changeMode)}
          {...whenLikely(preloadPasswordRules)}
          className={button.text}
        >
          {text.other}
        </a>
      </p>
      <OtherMethods
        passkey={offersPasskey ? passkey : null}
        {...{ config, lastUsed }}
        onSignedIn={goOn}
        onAccountExists={leadToAccount}
      />
      {!isNew && (
        <p className={styles.others}>
          <a
            {...forMail('link')}
            className={`${button.text} ${byLink.className}`}
            aria-describedby={byLink.describedBy}
          >
            Email me a sign-in link
            {byLink.mark}
          </a>
        </p>
      )}
    </>
  )
}
